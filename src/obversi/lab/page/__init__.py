"""Results as a page of HTML."""

from obversi.lab.page.folder_page import write_folder_page
from obversi.lab.page.page import lab_page, result_html

__all__ = ["lab_page", "result_html", "write_folder_page"]
