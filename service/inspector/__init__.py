"""The inspector: why each block and image of a page was kept or dropped, as a page for people and as a report in a file.

Import from the modules: `inspection.inspect_page`, `report.render_report`, `routes.add_inspector`, `store.InspectionStore`.
"""
