"""The lab's page of the web table, as the entry point of `tablee.pages` names it."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.web.frame.pages import LazyRoutes, Page

LAB = Page(
    Text("Le labo : que vaut une variante ?", "The lab: how does a variant play?"),
    "/lab",
    LazyRoutes("tablee_lab.page", "/lab"),
)
