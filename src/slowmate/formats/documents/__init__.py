"""Certificates and forms as pages: what people hold in their hands."""

from slowmate.formats.documents.certificates import certificate_page
from slowmate.formats.documents.forms import application_pages, report_pages, result_pages
from slowmate.formats.documents.rendering import Page, pictures, render

__all__ = ["Page", "application_pages", "certificate_page", "pictures", "render", "report_pages", "result_pages"]
