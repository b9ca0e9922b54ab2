//! The board layer: the two kernels against each other, the numbering of positions, diagrams.

use quickcheck::{Arbitrary, Gen, QuickCheck};
use shinpan::board::diagram::{DiagramError, draw, forum, parse, pretty, text};
use shinpan::board::index::{Index, IndexError};
use shinpan::board::plain::{IllegalPlay, PlainPosition};
use shinpan::board::{Board, Colour, Grid, Position, StoneString, Symmetry, points_of};

fn grid(rows: usize, cols: usize) -> Grid {
    Grid::new(rows, cols).unwrap()
}

/// Every arrangement of stones on the grid, legal or not, in ascending order of the text.
fn arrangements(grid: Grid) -> impl Iterator<Item = PlainPosition> {
    let n = grid.len() as u32;
    (0..3u32.pow(n)).map(move |code| {
        let cell = |p: u32| [None, Some(Colour::White), Some(Colour::Black)][(code / 3u32.pow(n - 1 - p) % 3) as usize];
        PlainPosition::from_cells(grid, (0..n).map(cell).collect()).unwrap()
    })
}

fn points(set: u64) -> Vec<usize> {
    points_of(set).collect()
}

#[test]
fn both_kernels_see_the_same_strings_liberties_and_legality_in_every_arrangement() {
    for grid in [grid(1, 5), grid(5, 1), grid(2, 4), grid(3, 3)] {
        let board = Board::new(grid).unwrap();
        for plain in arrangements(grid) {
            let pos = plain.to_position().unwrap();
            assert_eq!(PlainPosition::from_position(grid, pos).as_ref(), Some(&plain));
            assert_eq!(board.is_legal(pos), plain.is_legal(), "{plain}");
            assert_eq!(plain.is_legal(), plain.string_without_liberty().is_none(), "{plain}");
            let strings = plain.strings();
            assert_eq!(board.strings(pos).len(), strings.len(), "{plain}");
            for (StoneString { colour, stones }, string) in board.strings(pos).into_iter().zip(&strings) {
                assert_eq!((colour, points(stones)), (string.colour, string.stones.clone()), "{plain}");
                assert_eq!(points(board.liberties(pos, stones)), plain.liberties(&string.stones), "{plain}");
            }
            for p in 0..grid.len() {
                assert_eq!(points(board.string_at(pos, p)), plain.string_at(p), "{plain}");
            }
        }
    }
}

#[test]
fn both_kernels_play_every_stone_alike_in_every_legal_position() {
    for grid in [grid(1, 5), grid(5, 1), grid(2, 4), grid(3, 3)] {
        let board = Board::new(grid).unwrap();
        for plain in arrangements(grid).filter(PlainPosition::is_legal) {
            let pos = plain.to_position().unwrap();
            let mut ko_stones = Vec::new();
            for colour in Colour::ALL {
                for p in 0..grid.len() {
                    match (board.play(pos, colour, p), plain.play(colour, p)) {
                        (Some(fast), Ok(slow)) => {
                            assert_eq!(Some(fast.after), slow.after.to_position(), "{plain} {colour} {p}");
                            assert_eq!(points(fast.captured), slow.captured, "{plain} {colour} {p}");
                            assert_eq!(fast.ko, slow.ko, "{plain} {colour} {p}");
                            assert!(slow.after.is_legal(), "{plain} {colour} {p}");
                            ko_stones.extend(slow.ko);
                        }
                        (None, Err(IllegalPlay::Occupied)) => assert!(plain.at(p).is_some()),
                        (None, Err(IllegalPlay::Suicide)) => assert!(plain.at(p).is_none()),
                        (fast, slow) => panic!("{plain} {colour} {p}: {fast:?} but {slow:?}"),
                    }
                }
            }
            ko_stones.sort_unstable();
            ko_stones.dedup();
            assert_eq!(points(board.ko_stones(pos)), ko_stones, "{plain}");
        }
    }
}

/// What a colour's stones weigh in hundredths of a point, counted point by point.
fn weight(plain: &PlainPosition, grid: Grid, colour: Colour) -> i64 {
    let is = |p: Option<usize>, wanted: Option<Colour>| p.is_some_and(|p| plain.at(p) == wanted);
    let step = |p: usize, rows: isize, cols: isize| {
        let (row, col) = (p / grid.cols(), p % grid.cols());
        let (row, col) = (row.checked_add_signed(rows)?, col.checked_add_signed(cols)?);
        (row < grid.rows() && col < grid.cols()).then_some(row * grid.cols() + col)
    };
    let of = |p: usize| {
        let [right, below, both] = [(0, 1), (1, 0), (1, 1)].map(|(rows, cols)| is(step(p, rows, cols), Some(colour)));
        let free = grid.neighbours(p).filter(|next| plain.at(*next).is_none()).count() as i64;
        let is_loose = grid.neighbours(p).all(|next| plain.at(next) != Some(colour.opponent()));
        let pairs = i64::from(right) + i64::from(below);
        -885 + 1126 * pairs - 775 * i64::from(right && below && both) + 571 * free - 427 * i64::from(is_loose)
    };
    (0..grid.len()).filter(|p| plain.at(*p) == Some(colour)).map(of).sum()
}

#[test]
fn who_is_likely_to_lead_is_told_by_weights_counted_point_by_point_in_every_arrangement() {
    for grid in [grid(1, 6), grid(2, 4), grid(3, 3)] {
        let board = Board::new(grid).unwrap();
        let all = grid.len() as i64;
        for plain in arrangements(grid) {
            let position = plain.to_position().unwrap();
            let [black, white] = Colour::ALL.map(|colour| weight(&plain, grid, colour));
            for (mover, turn) in [(Colour::Black, 922), (Colour::White, -922)] {
                let lead = ((black - white + turn) / 100).clamp(-all, all);
                let told = |colour| i64::from(board.likely_lead(position, colour, mover));
                assert_eq!((told(Colour::Black), told(Colour::White)), (lead, -lead), "{plain} {mover}");
            }
        }
    }
    let graph = Board::of_graph(vec![0b10, 0b01]).unwrap();
    let position = Position { stones: [1, 0] };
    assert_eq!(graph.likely_lead(position, Colour::Black, Colour::Black), 0);
}

#[test]
fn a_capture_of_one_stone_by_a_longer_string_or_with_a_spare_liberty_is_no_ko_capture() {
    let play = |diagram: &str, colour: Colour, point: &str| {
        let plain = parse(diagram).unwrap();
        plain.play(colour, plain.grid().point(point).unwrap()).unwrap()
    };
    let ko = play(".XO./XO.O/.XO.", Colour::Black, "C2");
    assert_eq!((ko.after.to_string().as_str(), ko.captured, ko.ko), (".XO./X.XO/.XO.", vec![5], Some(5)));
    // A longer capturing string, two stones removed, a spare liberty.
    assert_eq!(play("O.XX/XOOO/..X.", Colour::Black, "B3").ko, None);
    assert_eq!(play(".OOX/XXX.", Colour::Black, "A2").ko, None);
    assert_eq!(play("O.", Colour::Black, "B1").ko, Some(0));
    assert_eq!(play("O..", Colour::Black, "B1").ko, None);
}

#[test]
fn symmetries_and_the_exchange_of_colours_change_no_play_on_any_position() {
    for grid in [grid(1, 5), grid(2, 4), grid(3, 3)] {
        let board = Board::new(grid).unwrap();
        let index = Index::new(grid).unwrap();
        for symmetry in Symmetry::all(grid) {
            for pos in &index {
                let image = symmetry.position(pos);
                assert!(index.rank(image).is_some() && index.rank(pos.swapped()).is_some());
                assert_eq!(symmetry.inverse().position(image), pos);
                for colour in Colour::ALL {
                    for p in 0..grid.len() {
                        let here = board.play(pos, colour, p);
                        let there = board.play(image, colour, symmetry.point(p));
                        let swapped = board.play(pos.swapped(), colour.opponent(), p);
                        assert_eq!(here.map(|h| symmetry.position(h.after)), there.map(|t| t.after));
                        assert_eq!(here.map(|h| symmetry.points(h.captured)), there.map(|t| t.captured));
                        assert_eq!(here.map(|h| h.ko.map(|k| symmetry.point(k))), there.map(|t| t.ko));
                        assert_eq!(here.map(|h| h.after.swapped()), swapped.map(|s| s.after));
                        assert_eq!(here.map(|h| h.ko), swapped.map(|s| s.ko));
                    }
                }
            }
        }
    }
}

#[test]
fn legal_position_counts_are_the_published_ones() {
    // J. Tromp, G. Farnebäck, "Combinatorics of Go", tables of legal positions.
    let published = [
        (1, 1, 1),
        (1, 2, 5),
        (2, 2, 57),
        (3, 3, 12_675),
        (3, 4, 321_689),
        (4, 4, 24_318_165),
        (4, 5, 1_840_058_693),
        (5, 5, 414_295_148_741),
    ];
    for (rows, cols, count) in published {
        assert_eq!(Index::new(grid(rows, cols)).unwrap().count(), count, "{rows}x{cols}");
        assert_eq!(Index::new(grid(cols, rows)).unwrap().count(), count, "{cols}x{rows}");
    }
}

#[test]
fn long_and_wide_boards_have_as_many_positions_as_tall_ones() {
    for (rows, cols) in [(1, 16), (1, 19), (2, 8), (2, 10), (3, 8), (4, 6)] {
        let wide = Index::new(grid(rows, cols)).unwrap().count();
        assert_eq!(wide, Index::new(grid(cols, rows)).unwrap().count(), "{rows}x{cols}");
    }
}

#[test]
fn ranks_number_the_legal_positions_in_text_order_without_gap() {
    for grid in [grid(1, 1), grid(1, 7), grid(7, 1), grid(2, 3), grid(3, 2), grid(2, 4), grid(3, 3)] {
        let index = Index::new(grid).unwrap();
        let mut rank = 0;
        let mut last_text = String::new();
        let mut walk = index.iter();
        for plain in arrangements(grid) {
            let pos = plain.to_position().unwrap();
            if !plain.is_legal() {
                assert_eq!(index.rank(pos), None, "{plain}");
                continue;
            }
            assert_eq!(index.rank(pos), Some(rank), "{plain}");
            assert_eq!(index.unrank(rank), Some(pos), "{plain}");
            assert_eq!(walk.size_hint().0 as u64, index.count() - rank);
            assert_eq!(walk.next(), Some(pos), "{plain}");
            assert!(last_text < plain.to_string(), "{plain}");
            last_text = plain.to_string();
            rank += 1;
        }
        assert_eq!((walk.next(), index.count()), (None, rank));
        assert_eq!(index.unrank(rank), None);
        assert_eq!(index.unrank(u64::MAX), None);
    }
}

#[test]
fn the_walk_over_4x4_meets_every_rank_with_a_legal_position() {
    let grid = grid(4, 4);
    let (board, index) = (Board::new(grid).unwrap(), Index::new(grid).unwrap());
    let mut rank = 0;
    for pos in &index {
        assert!(index.rank(pos) == Some(rank) && board.is_legal(pos), "{}", text(grid, pos));
        rank += 1;
    }
    assert_eq!(rank, 24_318_165);
}

#[test]
fn ranges_of_ranks_cut_the_walk_into_pieces() {
    let index = Index::new(grid(2, 3)).unwrap();
    let whole: Vec<Position> = index.iter().collect();
    for start in 0..=index.count() + 1 {
        for end in 0..=index.count() + 1 {
            let (from, to) = ((start.min(index.count())) as usize, end.min(index.count()) as usize);
            let piece: Vec<Position> = index.range(start..end).collect();
            assert_eq!(piece, whole.get(from..to).unwrap_or_default());
        }
    }
}

#[test]
fn positions_that_are_none_of_the_grid_have_no_rank_and_no_plain_form() {
    let index = Index::new(grid(2, 2)).unwrap();
    for stones in [[16, 0], [0, 1 << 63], [1, 1]] {
        assert_eq!(index.rank(Position { stones }), None);
        assert_eq!(PlainPosition::from_position(grid(2, 2), Position { stones }), None);
    }
    assert_eq!(PlainPosition::new(grid(5, 13)).to_position(), None);
    assert_eq!(PlainPosition::from_cells(grid(1, 2), vec![None; 3]), None);
    assert_eq!(Index::new(grid(2, 13)).err(), Some(IndexError::TooLarge { rows: 2, cols: 13 }));
}

/// A legal position of any grid.
#[derive(Clone, Debug)]
struct Legal(PlainPosition);

impl Arbitrary for Legal {
    fn arbitrary(g: &mut Gen) -> Legal {
        let side = |g: &mut Gen| usize::from(u8::arbitrary(g) % 19) + 1;
        let grid = grid(side(g), side(g));
        // Empty points are more frequent than stones, or else few stones would be left.
        let cell = |g: &mut Gen| *g.choose(&[None, None, Some(Colour::Black), Some(Colour::White)]).unwrap();
        let mut cells: Vec<_> = (0..grid.len()).map(|_| cell(g)).collect();
        loop {
            let position = PlainPosition::from_cells(grid, cells.clone()).unwrap();
            match position.string_without_liberty() {
                None => return Legal(position),
                Some(string) => string.stones.into_iter().for_each(|p| cells[p] = None),
            }
        }
    }
}

/// Characters as they occur in diagrams, in any order.
#[derive(Clone, Debug)]
struct Scribble(String);

impl Arbitrary for Scribble {
    fn arbitrary(g: &mut Gen) -> Scribble {
        let alphabet: Vec<char> = "XXOO....\n\n\n  $$$$|-+/ABWm19,é\r\t".chars().collect();
        let start = *g.choose(&["", "$$", "$$B\n$$", "X/", "A"]).unwrap();
        let rest: String = Vec::<u8>::arbitrary(g).iter().map(|&b| alphabet[usize::from(b) % alphabet.len()]).collect();
        Scribble(start.to_string() + &rest)
    }
}

#[test]
fn every_form_of_diagram_is_read_back_as_written() {
    fn holds(Legal(position): Legal) -> bool {
        let read = |written: String| parse(&written).as_ref() == Ok(&position);
        let masks = position.to_position().map(|pos| text(position.grid(), pos));
        read(position.to_string())
            && masks.is_none_or(|t| t == position.to_string())
            && read(pretty(&position))
            && read(pretty(&position).replace('\n', "\r\n"))
            && read(pretty(&position).replace(' ', ""))
            && read(pretty(&position).lines().map(|l| format!("\t  {l} \n")).collect::<String>() + "\n\n")
            && read(forum(&position))
            && read(forum(&position).replacen("$$", "$$Bcm12 A caption", 1))
            && read(forum(&position).lines().skip(1).collect::<Vec<_>>().join("\r\n"))
    }
    QuickCheck::new().tests(300).quickcheck(holds as fn(Legal) -> bool);
}

#[test]
fn no_text_makes_the_reader_panic_and_all_it_accepts_is_legal() {
    fn scribble(Scribble(written): Scribble) -> bool {
        parse(&written).map_or(true, |p| p.is_legal() && parse(&p.to_string()) == Ok(p))
    }
    fn anything(written: String) -> bool {
        parse(&written).map_or_else(|e| !e.to_string().is_empty(), |p| p.is_legal())
    }
    QuickCheck::new().tests(3000).quickcheck(scribble as fn(Scribble) -> bool);
    QuickCheck::new().tests(1000).quickcheck(anything as fn(String) -> bool);
}

#[test]
fn boards_with_coordinates_and_borders_are_drawn_as_expected() {
    let position = parse("X.O/.X.").unwrap();
    assert_eq!(pretty(&position), "  A B C\n2 X . O 2\n1 . X . 1\n  A B C\n");
    assert_eq!(forum(&position), "$$\n$$  -------\n$$ | X . O |\n$$ | . X . |\n$$  -------\n");
    assert_eq!(draw(grid(1, 2), |p| if p == 0 { 'b' } else { '?' }), "  A B\n1 b ? 1\n  A B\n");
    let nine = pretty(&PlainPosition::new(grid(9, 9)));
    assert_eq!(nine.lines().nth(3), Some("7 . . + . . . + . . 7"));
    assert_eq!(nine.lines().next(), Some("  A B C D E F G H J"));
    let big = pretty(&PlainPosition::new(grid(19, 19)));
    assert_eq!(big.lines().nth(10), Some("10 . . . + . . . . . + . . . . . + . . . 10"));
    assert_eq!(big.lines().nth(11), Some(" 9 . . . . . . . . . . . . . . . . . . . 9"));
}

#[test]
fn customary_variants_of_a_diagram_are_the_same_position() {
    let same = [
        "X.O/.X.",
        " X . O / . X . \n",
        "\u{feff}\r\n\r\nX.O\r\n.X.\r\n\r\n",
        "+---+\n|X.O|\n|+X,|\n+---+\n",
        "  +-------+\n2 | X . O |\n1 | . X . |\n  +-------+\n    A B C\n",
        "ABC\n2X.O\n1.X.",
        "X.O 2\n.X. 1",
        "$$ X . O\n$$ . X .",
        "$$W A caption\n$$ +---+\n$$ |#CW|\n$$ |tB,|\n$$ +---+\n",
        "$$ Black to play\n$$ -----\n$$ | Y M @ |\n$$ | a Z S |\n$$ -----\n$$ {AR A2 B1}\n$$ [a|link]\n",
    ];
    for diagram in same {
        assert_eq!(parse(diagram).map(|p| p.to_string()).as_deref(), Ok("X.O/.X."), "{diagram}");
    }
    assert_eq!(parse("$$B2\n$$ . X\n$$ Q .").map(|p| p.to_string()).as_deref(), Ok(".X/O."));
}

#[test]
fn refused_diagrams_name_the_place_and_what_would_be_right() {
    let write = "write X for black, O for white, . for empty";
    let cases = [
        ("", "the diagram is empty: write rows of X (black), O (white) and . (empty)".to_string()),
        (" \r\n\t\n", "the diagram is empty: write rows of X (black), O (white) and . (empty)".into()),
        ("$$B only a caption", "the diagram is empty: write rows of X (black), O (white) and . (empty)".into()),
        ("X.O/..", "line 1: row 2 has 2 points, but row 1 has 3: all rows need the same number".into()),
        ("\nX.O\n...\n....", "line 4: row 3 has 4 points, but row 1 has 3: all rows need the same number".into()),
        ("X.O\n .?.", format!("line 2, column 3: unknown character `?`: {write}")),
        ("é.", format!("line 1, column 1: unknown character `é`: {write}")),
        ("x.o", format!("line 1, column 1: unknown character `x`: {write} (capital letters X and O)")),
        (
            ".1.",
            format!(
                "line 1, column 2: unknown character `1`: {write}; numbers may only stand at the ends of a row, as row \
                 numbers"
            ),
        ),
        (
            "X./",
            "line 1: row 2 has no points: a row needs at least one, and no line between two rows may be blank".into(),
        ),
        (
            "..\n\n..",
            "line 2: row 2 has no points: a row needs at least one, and no line between two rows may be blank".into(),
        ),
        (
            "../..\n..",
            "line 2: another line beside one with `/`: write either all rows on one line, separated by /, or one row a \
             line"
                .into(),
        ),
        ("....................", "board size 1x20 is out of range: rows and columns must each be 1 to 19".into()),
        ("1 . .\n2 . .", "line 1: the row number is 1, but counted from the lowest row, which is 1, it is 2".into()),
        (
            "A C\n. .",
            "line 1: the column letters are AC, but the rows have the columns AB (letter I is skipped)".into(),
        ),
        (
            "$$B\n$$ . 1 .",
            "line 2, column 6: `1` is a numbered move: a diagram with numbers is a sequence of moves, not a position; \
             write X, O or . for the position before or after it"
                .into(),
        ),
        (
            "$$ . X .\n. . .",
            "line 2: this line does not start with `$$`, but others do: a forum diagram needs it on every line".into(),
        ),
        (
            "$$ ---\n$$ |..\n$$ |..",
            "the diagram has a border on some sides, but none below: it shows a part of a board; draw all of the board"
                .into(),
        ),
        (
            "$$Bc3\n$$ . .\n$$ . .",
            "the header names board size 3, but the diagram is 2x2: draw all of the board or correct the size".into(),
        ),
        ("XO.\nOO.", "illegal position: the black string of A2 has no liberty".into()),
        ("..X/.XO/..X", "illegal position: the white string of C2 has no liberty".into()),
        ("OX.\nXX.\nXX.", "illegal position: the white string of A3 has no liberty".into()),
        ("X", "illegal position: the black string of A1 has no liberty".into()),
    ];
    for (diagram, message) in cases {
        assert_eq!(parse(diagram).map_err(|e| e.to_string()), Err(message), "{diagram}");
    }
    assert!(matches!(
        parse("$$ . * ."),
        Err(DiagramError::Character { line: 1, column: 6, found: '*', hint }) if hint.contains("marked")
    ));
}

#[test]
fn boards_are_read_as_other_programs_and_people_print_them() {
    let expected = "X.O/.O./.X.";
    for (who, printed) in [
        (
            "GNU Go",
            "=\n   A B C\n 3 X . O 3\n 2 . O . 2     WHITE (O) has captured 0 stones\n 1 . X . 1     BLACK (X) has captured 0 stones\n   A B C\n",
        ),
        (
            "KataGo",
            "= MoveNum: 4 HASH: 0123ABCD\n   A B C\n 3 X . O2\n 2 . O4. \n 1 . X3. \n\nNext player: Black\nRules: {\"ko\":\"SIMPLE\"}\nB stones captured: 0\n",
        ),
        (
            "Pachi",
            "Move:   4  Komi: 0.5  Handicap: 0  Captures B: 0 W: 0\n      A B C            A B C\n    +-------+        +-------+\n  3 | X . O |      3 | , , , |\n  2 | . O). |      2 | , , , |\n  1 | . X . |      1 | , , , |\n    +-------+        +-------+\n",
        ),
        ("Unicode stones", "●·○\n·○·\n·●·"),
        ("lines", "●─┬─○\n├─○─┤\n└─●─┘"),
        ("full width", "Ｘ．Ｏ\n．Ｏ．\n．Ｘ．"),
        ("a forum", "[go]$$\n$$  -------\n$$ | X . O |\n$$ | . O . |\n$$ | . X . |\n$$  -------\n[/go]"),
        ("a comment", "# a ladder? no / yes\nX.O # above\n.O.\n.X.\n"),
    ] {
        match parse(printed) {
            Ok(position) => assert_eq!(text_of(&position), expected, "{who}"),
            Err(error) => panic!("{who}: {error}"),
        }
    }
    // A row that is wrong is no talk.
    assert!(matches!(parse("X.O\nabc\n.X."), Err(DiagramError::Character { line: 2, column: 1, found: 'a', .. })));
    assert!(matches!(parse("X.O\n.Z.\n.X."), Err(DiagramError::Character { line: 2, column: 2, found: 'Z', .. })));
}

fn text_of(position: &PlainPosition) -> String {
    position.to_string()
}
