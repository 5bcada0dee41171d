"""Addresses of a demonstration: its mail, and the components of its pages."""

from django.urls import path

from slowmate.server.demo import views

urlpatterns = [
    path("demo/mail", views.mail, name="demo-mail"),
    path("styles", views.styles, name="styles"),
]
