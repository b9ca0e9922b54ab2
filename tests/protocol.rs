//! The text of the Go Text Protocol in both directions, and the referee where every text agrees.

use shinpan::atlas::prisoners::counts_stones;
use shinpan::board::Grid;
use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::gtp::protocol::{CommandLine, Response, ResponseReader, TooMuch, format_response, parse_command};
use shinpan::gtp::referee::Referee;
use shinpan::law::RuleSet;
use shinpan::law::finished::all_immortal;
use shinpan::law::{Life, Outcome};
use shinpan::solve::Budget;

#[test]
fn a_command_loses_comment_control_characters_and_carriage_return() {
    let read = parse_command(b"12 play\tblack \x07D4 # why not\r\n").unwrap();
    assert_eq!(read, CommandLine { id: Some(12), name: "play".into(), arguments: vec!["black".into(), "D4".into()] });
    assert_eq!(parse_command(b"  # only a comment\n"), None);
    assert_eq!(parse_command(b"\r\n"), None);
}

#[test]
fn responses_are_cut_at_empty_lines_whatever_the_line_ends() {
    let mut reader = ResponseReader::new(1000);
    let mut found = Vec::new();
    for byte in b"noise\r\n=1 a b\r\nc\r\n\r\n?2 no\n\n=\n\n" {
        found.extend(reader.push(&[*byte]).unwrap());
    }
    let expected = [(true, Some(1), "a b\nc"), (false, Some(2), "no"), (true, None, "")];
    let expected = expected.map(|(ok, id, text)| Response { ok, id, text: text.into() });
    assert_eq!(found, expected);
    assert_eq!(reader.take_stray(), "noise");
}

#[test]
fn a_response_beyond_the_limit_is_refused_while_it_arrives() {
    let mut reader = ResponseReader::new(100);
    assert_eq!(reader.push(&[b'='; 90]), Ok(Vec::new()));
    assert_eq!(reader.push(&[b'a'; 90]), Err(TooMuch { bytes: 180, in_response: false }));
    let mut reader = ResponseReader::new(100);
    assert_eq!(reader.push(b"= x\n"), Ok(Vec::new()));
    assert!(reader.push("line\n".repeat(50).as_bytes()).is_err_and(|e| e.in_response));
}

#[test]
fn a_written_response_reads_back_as_it_was() {
    let written = format_response(Some(7), Ok("\n2 . X\n\n1 O .\n"));
    assert_eq!(written, "=7 \n2 . X\n1 O .\n\n");
    let read = ResponseReader::new(1000).push(written.as_bytes()).unwrap();
    assert_eq!(read, [Response { ok: true, id: Some(7), text: "\n2 . X\n1 O .".into() }]);
}

#[test]
fn every_text_agrees_where_all_stones_are_immortal_and_no_dame_is_left() {
    let mut seen = 0;
    for (rows, cols) in [(1, 5), (1, 7), (2, 3), (2, 4), (3, 3)] {
        let grid = Grid::new(rows, cols).unwrap();
        for bits in &Index::new(grid).unwrap() {
            let position = PlainPosition::from_position(grid, bits).unwrap();
            let [Some(territory), Some(area)] = [false, true].map(|area| all_immortal(&position, area)) else {
                continue;
            };
            seen += 1;
            let mut sets = RuleSet::defaults();
            sets.extend(RuleSet::parse("aj2004:score=area").unwrap());
            let mut referee = Referee::new(sets.clone(), Budget::default());
            for rules in sets {
                let verdict = referee.verdict(&rules, &position).unwrap();
                let expected = if counts_stones(&rules) { area } else { territory };
                assert_eq!(verdict.outcome, Outcome::Margin(expected), "{rules} {position}");
                for life in verdict.status.iter().flat_map(|s| &s.strings) {
                    assert_eq!(life.life, Life::Alive, "{rules} {position}");
                }
            }
        }
    }
    assert!(seen > 50, "{seen}");
}
