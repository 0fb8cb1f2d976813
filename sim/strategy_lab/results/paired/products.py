"""The compiled loop of comparisons: products of what each deal comes to under two rules.

The deal, which both rules have in common, is the unit of evidence.
"""

from __future__ import annotations

import numpy as np

from strategy_lab.compiled.caching import compiled

OF_A = ("a_deals", "a_n", "a_x", "a_nn", "a_xn", "a_xx")
OF_B = ("b_deals", "b_n", "b_x", "b_nn", "b_xn", "b_xx")
OF_BOTH = ("deals", "xx", "xn", "nx", "nn")
PRODUCTS = np.dtype([(name, np.int64) for name in (*OF_A, *OF_B, *OF_BOTH)])
"""Sums over deals of a quantity under two rules, a and b, where x is its sum in the deal and n its
observations: deals with an observation, then n, x and their products; last the deals with one under
either, and the products of a's x or n with b's x or n, in this order."""


@compiled
def add_products(a, b, a_x, a_n, b_x, b_n, products):
    """Add the products of what deals come to under two rules to sums over deals.

    Parameters
    ----------
    a, b : int64[:, ::1]
        (deals, sums): from `Measures.deal_sums`.
    a_x, a_n, b_x, b_n : int64[::1]
        (quantities,): where among the sums each quantity and its observations are.
    products : (quantities,) records of `PRODUCTS`
        Modified in place.
    """
    for deal in range(len(a)):
        for i in range(len(products)):
            sums = products[i]
            ax, an = a[deal, a_x[i]], a[deal, a_n[i]]
            bx, bn = b[deal, b_x[i]], b[deal, b_n[i]]
            sums.a_deals += np.int64(an > 0)
            sums.a_n += an
            sums.a_x += ax
            sums.a_nn += an * an
            sums.a_xn += ax * an
            sums.a_xx += ax * ax
            sums.b_deals += np.int64(bn > 0)
            sums.b_n += bn
            sums.b_x += bx
            sums.b_nn += bn * bn
            sums.b_xn += bx * bn
            sums.b_xx += bx * bx
            sums.deals += np.int64(an > 0 or bn > 0)
            sums.xx += ax * bx
            sums.xn += ax * bn
            sums.nx += an * bx
            sums.nn += an * bn
