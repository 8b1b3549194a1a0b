"""Dou Dizhu in the project's table language, beside other engines that play it."""
