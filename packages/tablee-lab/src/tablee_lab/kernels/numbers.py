"""Mathematical functions in plain arithmetic, so that every machine and every ground gives the same last digit."""

# mypy: allow-untyped-defs, allow-untyped-calls

from math import factorial

from numba import njit

LOG2E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10  # their sum is the logarithm of 2 to 30 digits
ODD = tuple(1 / factorial(power) for power in range(13, 0, -2))
EVEN = tuple(1 / factorial(power) for power in range(12, -1, -2))


@njit(cache=True)
def exp(x):
    """e to the power of x, float64, to within two units of the last digit."""
    if x == 0.0:
        return 1.0
    if x < -708.0:
        return 0.0  # below the smallest number of full precision
    if x > 709.0:
        x = 709.0
    whole = int(x * LOG2E + (0.5 if x >= 0.0 else -0.5))
    rest = (x - whole * LN2_HIGH) - whole * LN2_LOW
    square = rest * rest  # the odd and the even terms of the series apart: neither waits for the other
    odd, even = 0.0, 0.0
    for term in ODD:
        odd = odd * square + term
    for term in EVEN:
        even = even * square + term
    series = even + rest * odd
    base = 2.0 if whole >= 0 else 0.5
    left = abs(whole)
    while left > 0:
        if left & 1:
            series *= base
        base *= base
        left >>= 1
    return series
