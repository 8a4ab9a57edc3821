import pytest

from skerry.whole_file import write_whole


def test_what_cannot_be_written_leaves_what_was_there(tmp_path):
    (tmp_path / "page.html").write_text("old")
    (tmp_path / "link.html").symlink_to("page.html")

    def fail(part):
        part.write_text("half of it")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "link.html", fail)
    assert (tmp_path / "page.html").read_text() == "old" and len(list(tmp_path.iterdir())) == 2
    write_whole(tmp_path / "link.html", "new")
    assert (tmp_path / "page.html").read_text() == "new" and (tmp_path / "link.html").is_symlink()
