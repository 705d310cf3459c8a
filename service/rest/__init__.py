"""The REST endpoint: `application.create_app` joins the groups of routes, each a list of `Operation`s.

The application validates requests by them, and the OpenAPI document and `/docs` are generated from them. Clients use
`messages` and `problem_types` too, which import no web framework.
"""
