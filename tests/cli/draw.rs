//! `shinpan draw`: boards alone.

use super::*;

/// Black takes A1 by move 3, White plays there again, and both pass.
const GAME: &str = "(;SZ[5]KM[0];B[ad];W[ae];B[be];W[ce];B[ae];W[];B[])";

#[test]
fn a_game_is_drawn_with_numbers_and_what_they_cannot_show_is_said() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("game.sgf"), GAME).unwrap();
    let said = good(run_in(folder.path(), &["draw", "game.sgf", "--numbers", "--out", "board.svg"]));
    // White's stone of move 2 is gone, and move 5 stands there; passes have no place.
    assert_eq!(said, "2 at 5\n6 White passes\n7 Black passes\n");
    let svg = fs::read_to_string(folder.path().join("board.svg")).unwrap();
    for number in [1, 3, 4, 5] {
        assert!(svg.contains(&format!(">{number}</text>")), "{number}: {svg}");
    }
    // Four stones; the letters A to E and the numbers 1 to 5 stand at both edges.
    assert_eq!(svg.matches("class=\"stone").count(), 4);
    assert_eq!(svg.matches(">A</text>").count() + svg.matches(">5</text>").count(), 2 + 2 + 1);
    let from = good(run_in(folder.path(), &["draw", "game.sgf", "--numbers", "4", "--out", "later.svg"]));
    assert_eq!(from, "3 White passes\n4 Black passes\n");
    let part = ["draw", "game.sgf", "--numbers", "--part", "A1:A2", "--out", "part.svg"];
    assert_eq!(good(run_in(folder.path(), &part)), "2 at 5\n6 White passes\n7 Black passes\n3 4 elsewhere\n");
    let before = ["draw", "game.sgf", "--move", "3", "--numbers", "--bare", "--out", "before.tex"];
    assert_eq!(good(run_in(folder.path(), &before)), "2 at A1, taken\n");
    let tex = fs::read_to_string(folder.path().join("before.tex")).unwrap();
    assert!(tex.contains("\\node[text=white, font=\\scriptsize, inner sep=0pt] at (0,1) {1};"), "{tex}");
}

#[test]
fn a_part_is_drawn_as_wide_as_is_asked_in_every_form() {
    let folder = TempDir::new().unwrap();
    let drawn = |out: &str| {
        let part = ["draw", "X..../.O.../...../...X./....O", "--part", "E1:C3", "--width", "40mm", "--out", out];
        good(run_in(folder.path(), &part));
        fs::read(folder.path().join(out)).unwrap()
    };
    let svg = String::from_utf8(drawn("part.svg")).unwrap();
    assert!(svg.contains("width=\"40mm\"") && svg.matches("class=\"stone").count() == 2, "{svg}");
    assert!(String::from_utf8(drawn("part.tex")).unwrap().contains("x=8mm, y=8mm"));
    #[cfg(feature = "pictures")]
    {
        assert_eq!(&drawn("part.png")[..8], b"\x89PNG\r\n\x1a\n");
        // 40 mm are 113.39 points of a PDF.
        let pdf = String::from_utf8_lossy(&drawn("part.pdf")).into_owned();
        assert!(pdf.starts_with("%PDF-") && pdf.contains("113.38"), "{pdf}");
    }
}

#[test]
fn what_cannot_be_drawn_is_said_before_anything_is_written() {
    let folder = TempDir::new().unwrap();
    let refusal = |more: &[&str], says: &[&str]| {
        refused(run_in(folder.path(), &[&["draw", "X.O"], more].concat()), says);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{more:?}");
    };
    refusal(&["--out", "board.gif"], &[".svg, .pdf, .png or .tex"]);
    refusal(&["--out", "a.svg", "--part", "A1:D1"], &["--part A1:D1", "D1"]);
    refusal(&["--out", "a.svg", "--part", "A1"], &["two points"]);
    refusal(&["--out", "a.svg", "--numbers"], &["this is a board"]);
    refusal(&["--out", "a.svg", "--width", "4"], &["5 to 1000"]);
    refusal(&["--out", "no/a.svg"], &["there is no folder"]);
}
