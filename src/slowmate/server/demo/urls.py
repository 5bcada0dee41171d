"""Addresses of a demonstration, below /demo/."""

from django.urls import path

from slowmate.server.demo import views

urlpatterns = [path("mail", views.mail, name="demo-mail")]
