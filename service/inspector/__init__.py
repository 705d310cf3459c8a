"""The inspector: why each block and image of a page was kept or dropped, as pages for people and as reports in a file.

Import from the modules: `inspection.inspect_page`, `report.render_report`, `routes.Inspector`, `store.InspectionStore`.
"""
