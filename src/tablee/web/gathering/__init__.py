"""The pages of a class or an evening: the adult's, the projector's, and everybody's own."""
