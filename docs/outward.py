"""A preprocessor of mdBook. It makes `.html` of every `.md` in a link; files of the repository that are no pages of the book keep their
names, so that a book built two folders below the root, as in `docs/book`, leads to them."""
import json
import re
import sys

OUTWARD = re.compile(r"(\]\(\.\./\.\./[^)#\s]*)\.md\b")


def rewrite(items):
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            chapter = item["Chapter"]
            # An escaped dot is a dot to whoever opens the link.
            chapter["content"] = OUTWARD.sub(r"\1%2Emd", chapter["content"])
            rewrite(chapter["sub_items"])


if sys.argv[1:2] == ["supports"]:
    sys.exit(0)
_, book = json.load(sys.stdin)
rewrite(book["items"])
json.dump(book, sys.stdout)
