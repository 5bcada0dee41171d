"""Certificates and forms as pages: what people hold in their hands."""

from slowmate.formats.documents.certificates import certificate_page
from slowmate.formats.documents.congress import CongressReport, ReportedTitle, congress_pages
from slowmate.formats.documents.forms import application_pages, report_pages, result_pages
from slowmate.formats.documents.rendering import Page, pictures, render

__all__ = [
    "CongressReport",
    "Page",
    "ReportedTitle",
    "application_pages",
    "certificate_page",
    "congress_pages",
    "pictures",
    "render",
    "report_pages",
    "result_pages",
]
