"""The table for programs: JSON under /api/v1."""
