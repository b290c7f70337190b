"""Mathematical functions in plain arithmetic, so that every machine and every ground gives the same last digit."""

# mypy: allow-untyped-defs, allow-untyped-calls

from numba import njit

LOG2E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10  # their sum is the logarithm of 2 to 30 digits
TERMS = 13


@njit(cache=True)
def exp(x):
    """e to the power of x, float64, to within two units of the last digit."""
    if x < -708.0:
        return 0.0  # below the smallest number of full precision
    if x > 709.0:
        x = 709.0
    whole = int(x * LOG2E + (0.5 if x >= 0.0 else -0.5))
    rest = (x - whole * LN2_HIGH) - whole * LN2_LOW
    series = 1.0
    for term in range(TERMS, 0, -1):
        series = 1.0 + rest * series / term
    base = 2.0 if whole >= 0 else 0.5
    left = abs(whole)
    while left > 0:
        if left & 1:
            series *= base
        base *= base
        left >>= 1
    return series
