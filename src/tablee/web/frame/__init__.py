"""What every page needs: the visitor, words, assets, limits and error pages."""
