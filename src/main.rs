//! The command line of shinpan.
use shinpan::board::*;
use shinpan::rules::*;
use shinpan::spec::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let grid = Grid::parse(&a[1]).unwrap();
    let board = Board::new(grid).unwrap();
    let n = grid.len();
    let mut all = vec![];
    for code in 0..3usize.pow(n as u32) {
        let mut c = code;
        let mut p = Position::default();
        for i in 0..n {
            match c % 3 {
                1 => p.stones[0] |= 1 << i,
                2 => p.stones[1] |= 1 << i,
                _ => {}
            }
            c /= 3;
        }
        if board.is_legal(p) {
            all.push(p);
        }
    }
    let sym = Symmetry::all(grid);
    let canon: Vec<Position> = all
        .iter()
        .copied()
        .filter(|p| sym.iter().all(|s| s.position(*p) >= *p && s.position(p.swapped()) >= *p))
        .collect();
    println!("{} legal, {} canonical", all.len(), canon.len());
    for rs in RuleSet::parse_list(&a[2]).unwrap() {
        let t = Instant::now();
        let mut it = interpreter(&rs, &board, Default::default());
        let (mut m, mut nr, mut un, mut hist) = (0, 0, 0, 0);
        for p in &canon {
            let v = it.judge(*p);
            match v.outcome {
                Outcome::Margin(_) => m += 1,
                Outcome::NoResult { .. } => nr += 1,
                _ => un += 1,
            }
            if v.notes.history {
                hist += 1;
            }
        }
        let mem = std::fs::read_to_string("/proc/self/status")
            .unwrap()
            .lines()
            .find(|l| l.starts_with("VmHWM"))
            .unwrap()
            .to_string();
        println!("{rs}: margin {m} noresult {nr} undecided {un} history {hist} {:?} {mem}", t.elapsed());
    }
}
