"""Whether every link of a built book leads to a file, and to a place in it: python3 tools/book_links.py FOLDER

Prints what does not; the exit status says whether there was anything."""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links of a page, and the places in it that have a name."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.places.add(attrs.get("id"))
        if tag in ("a", "img", "link", "script"):
            self.links.append(attrs.get("href") or attrs.get("src"))


book = pathlib.Path(sys.argv[1])
# All chapters on one page, and one whose links are relative to an unknown address.
LEFT_OUT = {"print.html", "404.html"}
pages = {path.resolve(): Page(path) for path in sorted(book.rglob("*.html")) if path.name not in LEFT_OUT}
links, wrong = 0, []
for path, page in pages.items():
    for link in filter(None, page.links):
        target = urllib.parse.urlsplit(link)
        if target.scheme:
            continue
        links += 1
        to = (path.parent / urllib.parse.unquote(target.path)).resolve() if target.path else path
        if not to.exists() or (to in pages and target.fragment and target.fragment not in pages[to].places):
            wrong.append(f"{path.name}: {link}")
print("\n".join(wrong + [f"{len(pages)} pages, {links} links, {len(wrong)} of them wrong"]))
sys.exit(bool(wrong) or not links)
