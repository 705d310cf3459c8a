"""The REST endpoint: `application.create_app` joins the routes, each group of which lists its `Operation`s.

The application answers by them, and the OpenAPI document is made from them. `messages` and `problem_types` are for
clients too, and import no web framework.
"""
