//! Twins: every rule set once more, by brute force and from the specification alone, held equal to the interpreters over
//! every position of whole small boards and every combination of readings.

mod aj2004;
mod graph;
mod j1989;
mod j1997;
mod ms;

use graph::Kernel;
use shinpan::board::Board;
use shinpan::game::Budget;
use shinpan::rules::{Interpreter, Life, Outcome, PointStatus, Verdict, interpreter};
use shinpan::spec::{RuleSet, Text};

/// What a twin says of a position.
pub struct Ruling {
    pub outcome: Outcome,
    /// By string, in the order of [`shinpan::board::plain::PlainPosition::strings`]; looked at only where the verdict has
    /// a status.
    pub life: Vec<Life>,
    pub points: Vec<PointStatus>,
}

/// The interpreters of every combination of readings of a text, and what was compared.
struct Comparison<'a> {
    kernel: &'a Kernel,
    board: Board,
    judges: Vec<(RuleSet, Box<dyn Interpreter>)>,
    /// Also ask an interpreter that has seen no other position.
    fresh: bool,
    positions: usize,
    verdicts: usize,
    differences: Vec<String>,
}

impl Comparison<'_> {
    fn new<'a>(kernel: &'a Kernel, texts: &[Text]) -> Comparison<'a> {
        let board = Board::new(kernel.grid).unwrap();
        let sets = texts.iter().flat_map(|&t| RuleSet::all_readings(t));
        let judges = sets.map(|rules| (rules.clone(), interpreter(&rules, &board, Budget::default()))).collect();
        let fresh = kernel.len() <= 4;
        Comparison { kernel, board, judges, fresh, positions: 0, verdicts: 0, differences: Vec::new() }
    }

    /// Compares the twin of a position with every judge.
    fn compare(&mut self, pos: usize, twin: impl Fn(&RuleSet) -> Ruling) {
        let plain = &self.kernel.positions[pos];
        let position = plain.to_position().unwrap();
        self.positions += 1;
        for (rules, judge) in &mut self.judges {
            let expected = twin(rules);
            let mut verdicts = vec![judge.judge(position)];
            if self.fresh {
                verdicts.push(interpreter(rules, &self.board, Budget::default()).judge(position));
            }
            for verdict in verdicts {
                self.verdicts += 1;
                if !same(&expected, &verdict, plain.strings().iter().map(|s| graph::set_of(&s.stones).into())) {
                    let life: Option<Vec<Life>> = verdict.status.as_ref().map(|s| s.strings.iter().map(|s| s.life).collect());
                    let points = verdict.status.map(|s| s.points);
                    self.differences.push(format!(
                        "{plain} {rules}: twin {} {:?} {:?}, interpreter {} {life:?} {points:?}",
                        expected.outcome, expected.life, expected.points, verdict.outcome
                    ));
                }
            }
        }
    }

    /// Every comparison agreed, and none was left out: positions and verdicts are as many as there should be.
    fn finish(self, positions: usize, verdicts: usize) {
        let grid = self.kernel.grid;
        let first: Vec<&String> = self.differences.iter().take(5).collect();
        assert!(self.differences.is_empty(), "{grid}: {} differences, first {first:#?}", self.differences.len());
        assert_eq!((self.positions, self.verdicts), (positions, verdicts), "{grid}");
    }
}

fn same(twin: &Ruling, verdict: &Verdict, strings: impl Iterator<Item = u64>) -> bool {
    let status = verdict.status.as_ref().is_none_or(|status| {
        let life = status.strings.iter().map(|s| (s.string.stones, s.life));
        life.eq(strings.zip(twin.life.iter().copied())) && status.points == twin.points
    });
    twin.outcome == verdict.outcome && status
}

/// Boards with their numbers of legal positions.
const LINES: [(usize, usize, usize); 5] = [(1, 1, 1), (1, 2, 5), (1, 3, 15), (1, 4, 41), (1, 5, 113)];

fn j1989_agrees(rows: usize, cols: usize, positions: usize, verdicts: usize) {
    let kernel = Kernel::new(rows, cols);
    let mut comparison = Comparison::new(&kernel, &[Text::J1989]);
    for pos in 0..kernel.positions.len() {
        let facts = j1989::Facts::new(&kernel, pos);
        comparison.compare(pos, |rules| facts.ruling(rules));
    }
    comparison.finish(positions, verdicts);
}


#[test]
fn j1989x() { for (r,c,n) in [(2,2,57),(1,5,113),(1,4,41),(2,3,489),(1,6,313)] { j1989_agrees(r,c,n,n*16); } }
fn j97(r:usize,c:usize) {
    let kernel = Kernel::new(r,c);
    let mut comparison = Comparison::new(&kernel, &[Text::J1997]);
    let ps = j1997::Positions::new(&kernel);
    let mut st=0;
    for pos in 0..kernel.positions.len() {
        let f = j1997::Facts::new(&ps,pos,true);
        st+=f.states;
        comparison.compare(pos, |rules| f.ruling(rules));
    }
    eprintln!("{r}x{c} states {st} {} {}",comparison.positions,comparison.verdicts);
    for d in comparison.differences.iter().take(6) { eprintln!("{d}"); }
    eprintln!("{}",comparison.differences.len());
}
#[test] fn j97_13() { j97(1,1); j97(1,2); j97(1,3); }
#[test] fn j97_14() { j97(1,4);  }
#[test] fn j97_22() { j97(2,2);  }
#[test] fn j97_15() { j97(1,5);  }
fn ms(r:usize,c:usize,sk:bool) {
    let kernel = Kernel::new(r,c);
    let mut comparison = Comparison::new(&kernel, &[Text::MsJapanese,Text::MsChinese]);
    if !sk { comparison.judges.retain(|(r,_)| r.reading("dead")!="superko"); }
    for pos in 0..kernel.positions.len() {
        let f = ms::Facts::new(&kernel,pos,sk);
        comparison.compare(pos, |rules| f.ruling(rules));
    }
    eprintln!("{r}x{c} {} {}",comparison.positions,comparison.verdicts);
    for d in comparison.differences.iter().take(6) { eprintln!("{d}"); }
    eprintln!("{}",comparison.differences.len());
}
#[test] fn ms_13() { ms(1,1,true); ms(1,2,true); ms(1,3,true); ms(1,4,true); }
#[test] fn ms_22() { ms(2,2,true);  }
#[test] fn ms_15() { ms(1,5,true);  }
#[test] fn ms_16() { ms(1,6,false);  }
#[test] fn ms_23() { ms(2,3,false);  }
fn aj(r:usize,c:usize,limit:usize) {
    let kernel = Kernel::new(r,c);
    let mut comparison = Comparison::new(&kernel, &[Text::Aj2004]);
    let (mut open, mut unknown, mut bad)=(0,0,0);
    for pos in 0..kernel.positions.len() {
        let v = [false,true].map(|area| shinpan::board::Colour::ALL.map(|c| aj2004::Analysis::new(&kernel,pos,c,area).value(limit)));
        for v in v.iter().flatten() {
            if v.lo!=v.hi {open+=1;}
            match v.exact { None=>unknown+=1, Some(e)=> if e<v.lo || e>v.hi {bad+=1;} }
        }
        comparison.compare(pos, |rules| {
            let v = v[usize::from(rules.reading("score")=="area")];
            let outcome = match (v[0].exact,v[1].exact) { (Some(b),Some(w))=>Outcome::Margin(b-w), _ => Outcome::Undecided{lo:v[0].lo-v[1].hi,hi:v[0].hi-v[1].lo}};
            Ruling{outcome,life:vec![],points:vec![]}
        });
    }
    eprintln!("{r}x{c} open {open} unknown {unknown} bad {bad}; {} {}",comparison.positions,comparison.verdicts);
    for d in comparison.differences.iter().take(6) { eprintln!("{d}"); }
    eprintln!("{}",comparison.differences.len());
}
#[test] fn aj_13() { aj(1,1,9999999); aj(1,2,9999999); aj(1,3,9999999); }
#[test] fn aj_14() { aj(1,4,3000000); }
#[test] fn aj_22() { aj(2,2,3000000); }
#[test] fn aj_15() { aj(1,5,1000000); }
#[test] fn aj_16() { aj(1,6,100000); }
#[test] fn aj_23() { aj(2,3,100000); }

#[test] fn ms_16s() { ms(1,6,true); }
#[test] fn ms_17() { ms(1,7,false); }
#[test] fn ms_17s() { ms(1,7,true); }
#[test] fn ms_23s() { ms(2,3,true); }
#[test] fn ms_24() { ms(2,4,false); }
#[test] fn aj_17() { aj(1,7,100000); }
#[test] fn j89_17() { j1989_agrees(1,7,867,867*16); }
#[test] fn j97_sizes() {
    for (r,c) in [(1,5),(2,3)] {
    let kernel = Kernel::new(r,c);
    let ps = j1997::Positions::new(&kernel);
    for pos in [0,1,5,30,60,112] {
        let t=std::time::Instant::now();
        let f = j1997::Facts::new(&ps,pos,true);
        eprintln!("{r}x{c} {pos} {} {:?}", f.states, t.elapsed());
    }}
}
