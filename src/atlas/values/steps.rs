//! The strategies behind a value that rests on the history, written out as steps: those that a search found, and below them those of
//! the bounds at which it ended.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use super::solving::{Grounds, System};
use super::{Leading, Values};
use crate::board::{Colour, Position};
use crate::law::play::{Remembered, Taken};
use crate::proof::value::{MOST_ENTRIES, State, ValueStep};
use crate::solve::Budget;
use crate::solve::value::bounds::{Pair, PayoffGame};
use crate::solve::value::remembering::{Search, Shown};

/// A position, the player to move, and the point that he may not play on where the history does not imply it.
type Place = (Position, Colour, Option<usize>);

/// What a player keeps, and by what.
enum Kept {
    /// A win that a search found.
    Won(Shown),
    /// A bound that holds whatever was played before.
    Sure(Place),
}

/// What tells one [`Kept`] from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Won(usize),
    Sure(Place),
}

/// Something to be written after what it rests on.
struct Open {
    kept: Kept,
    promise: i32,
    after: Vec<(String, Kept)>,
    /// So many of them are written.
    done: usize,
    numbers: BTreeMap<String, usize>,
}

impl Values {
    /// The steps by which a player keeps the value of a position.
    ///
    /// # Errors
    /// One line: the budget does not do, or there are too many.
    pub(super) fn steps(
        &self,
        (position, mover): (Position, Colour),
        value: i32,
        player: Colour,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Vec<ValueStep>, String> {
        let grounds = self.solution.grounds(&self.graph, stop).ok_or("stopped")?;
        let system = match grounds {
            Grounds::Kept(_) => self.solution.systems.iter().find(|system| !system.basic_ko),
            Grounds::Made { .. } => None,
        };
        let play = self.play();
        let basic_ko = system.map_or(play.basic_ko, |system| system.basic_ko);
        let prisoners = play.taken == Taken::Captured;
        let game = PayoffGame { graph: &self.graph, end: &self.solution.end, basic_ko, prisoners };
        let least = i16::try_from(value - self.besides(position)).map_err(|e| e.to_string())?;
        // Of ends that are not decided each player counts on what is worse for him.
        let (need, generous) = if player == Colour::Black { (least, false) } else { (least + 1, true) };
        let mut search = Search::new(self.solution.memorable(&self.graph, &grounds, generous));
        let shown = search.show(position, mover, need, budget);
        let mut writer = Writer {
            values: self,
            player,
            system,
            passing: game.passing(),
            besides: self.besides(position),
            steps: Vec::new(),
            asked: value,
            numbers: HashMap::new(),
        };
        writer.write(shown.map_or(Kept::Sure((position, mover, None)), Kept::Won))?;
        Ok(writer.steps)
    }
}

struct Writer<'a> {
    values: &'a Values,
    player: Colour,
    /// Where bounds hold by more than passing, those they are of: without basic ko.
    system: Option<&'a System>,
    /// By node: what passing alone brings.
    passing: Vec<Pair>,
    /// What the position at the start adds.
    besides: i32,
    steps: Vec<ValueStep>,
    /// What is asked, Black minus White.
    asked: i32,
    /// The number of the step of what is kept.
    numbers: HashMap<Key, usize>,
}

impl Writer<'_> {
    /// Writes what is kept, what it rests on before it.
    fn write(&mut self, root: Kept) -> Result<(), String> {
        if self.written(&root)?.is_some() {
            return Ok(());
        }
        let mut path = vec![self.open(root)?];
        let mut on_path: HashMap<Key, ()> = HashMap::from([(key(&path[0].kept), ())]);
        while let Some(open) = path.last_mut() {
            let Some((name, kept)) = open.after.get(open.done) else {
                let Open { kept, promise, numbers, .. } = path.pop().ok_or("nothing is open")?;
                on_path.remove(&key(&kept));
                let (place, _) = self.of(&kept)?;
                self.numbers.insert(key(&kept), self.steps.len());
                self.push(ValueStep { state: self.text(place, false), promise, after: numbers })?;
                continue;
            };
            match self.written(kept)? {
                Some(number) => {
                    open.numbers.insert(name.clone(), number);
                    open.done += 1;
                }
                None => {
                    let again = match kept {
                        Kept::Won(shown) => Kept::Won(shown.clone()),
                        Kept::Sure(place) => Kept::Sure(*place),
                    };
                    if on_path.insert(key(&again), ()).is_some() {
                        return Err("no strategy that stands by itself was found".to_string());
                    }
                    path.push(self.open(again)?);
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, step: ValueStep) -> Result<(), String> {
        if self.steps.len() >= MOST_ENTRIES {
            return Err(format!("{}'s strategy has more than {MOST_ENTRIES} states", self.player));
        }
        self.steps.push(step);
        Ok(())
    }

    fn text(&self, (position, mover, ban): Place, passing: bool) -> String {
        State { position, mover, passed: false, ban, passing }.text(self.values.board())
    }

    /// The number of the step of what is kept, if there is one; that he passes from then on is written at once.
    fn written(&mut self, kept: &Kept) -> Result<Option<usize>, String> {
        if let Some(&number) = self.numbers.get(&key(kept)) {
            return Ok(Some(number));
        }
        let Kept::Sure(place) = kept else { return Ok(None) };
        let enough = self.by_passing(*place) * self.sign() >= self.asked * self.sign();
        if self.system.is_some() && !enough { Ok(None) } else { self.write_passing(*place).map(Some) }
    }

    /// Which number of a pair is his.
    fn side(&self, mover: Colour) -> usize {
        usize::from(mover != self.player)
    }

    fn rank(&self, node: usize, mover: Colour) -> u16 {
        self.system.map_or(0, |system| system.bounds.ranks[node][self.side(mover)])
    }

    /// What he has surely by more than passing, as seen by whoever moves, and the node by which he goes on. Where the other one is to move who has passed
    /// does not matter, so it is the better of two nodes; of as good ones the nearer to the end.
    fn bound(&self, (position, mover, _): Place) -> Option<(i8, usize)> {
        let (system, graph) = (self.system?, &self.values.graph);
        let of = |passed: bool| {
            let node = system.node(graph, graph.node_of(position, mover, passed, None));
            (system.bounds.pairs[node][self.side(mover)], node)
        };
        if mover == self.player {
            return Some(of(false));
        }
        [of(false), of(true)].into_iter().min_by_key(|&(bound, node)| (bound, self.rank(node, mover)))
    }

    /// The place and the promise of what is kept. Where nothing is gained on the way that is no more than is asked, so that one look at
    /// what can follow while he passes does for all.
    fn of(&self, kept: &Kept) -> Result<(Place, i32), String> {
        let place = match kept {
            Kept::Won(shown) => shown.state().ok_or("a win without its reasons")?,
            Kept::Sure(place) => *place,
        };
        if self.system.is_some() {
            return Ok((place, self.asked));
        }
        match kept {
            Kept::Won(shown) => {
                let need = shown.need().ok_or("a win without its reasons")?;
                let promise = if self.player == Colour::Black { need } else { need - 1 };
                Ok((place, i32::from(promise) + self.besides))
            }
            Kept::Sure(place) => Ok((*place, self.by_passing(*place))),
        }
    }

    /// What he has from a place by passing alone, Black minus White.
    fn by_passing(&self, (position, mover, ban): Place) -> i32 {
        let node = self.values.graph.node_of(position, mover, false, ban);
        self.seen(self.passing[node][self.side(mover)], mover)
    }

    fn sign(&self) -> i32 {
        if self.player == Colour::Black { 1 } else { -1 }
    }

    /// A number of whoever moves, Black minus White.
    fn seen(&self, bound: i8, mover: Colour) -> i32 {
        i32::from(if mover == Colour::Black { bound } else { -bound }) + self.besides
    }

    /// The place after a move.
    fn after(&self, mover: Colour, option: &Leading) -> Place {
        let ban = option.ban.filter(|_| self.values.play().remembered == Remembered::Pairs);
        (option.after, mover.opponent(), ban)
    }

    fn name(&self, option: &Leading) -> String {
        option.mv.map_or_else(|| "pass".to_string(), |p| self.values.board().grid().name(p.into()))
    }

    fn open(&self, kept: Kept) -> Result<Open, String> {
        let (place, promise) = self.of(&kept)?;
        let (position, mover, ban) = place;
        let options = self.values.options(position, mover, false, ban);
        let after = match &kept {
            Kept::Won(shown) => {
                let of = |(at, next): (usize, Shown)| {
                    let option = options.get(at)?;
                    let sure = next.state().is_none();
                    let next = if sure { Kept::Sure(self.after(mover, option)) } else { Kept::Won(next) };
                    Some((self.name(option), next))
                };
                shown.by().map(of).collect::<Option<Vec<_>>>().ok_or("a move that there is not")?
            }
            Kept::Sure(_) => {
                let (bound, node) = self.bound(place).ok_or("a bound that is not known")?;
                let followed: Vec<&Leading> = if mover == self.player {
                    vec![self.chosen(node, bound, &options).ok_or("no move keeps a bound")?]
                } else {
                    let end = self.values.solution.end[self.values.graph.class(node)][1];
                    options.iter().filter(|option| option.mv.is_some() || end > bound).collect()
                };
                followed.iter().map(|option| (self.name(option), Kept::Sure(self.after(mover, option)))).collect()
            }
        };
        Ok(Open { kept, promise, after, done: 0, numbers: BTreeMap::new() })
    }

    /// The move by which a bound was reached.
    fn chosen<'b>(&self, node: usize, bound: i8, options: &'b [Leading]) -> Option<&'b Leading> {
        let (system, graph) = (self.system?, &self.values.graph);
        let keeps = |option: &&Leading| {
            option.to.is_some_and(|to| {
                let to = system.node(graph, to);
                option.gain - i16::from(system.bounds.pairs[to][1]) == i16::from(bound)
                    && system.bounds.ranks[to][1] < system.bounds.ranks[node][0]
            })
        };
        options.iter().find(keeps)
    }

    /// Writes that he does nothing but pass from a place on; the number of the step.
    fn write_passing(&mut self, place: Place) -> Result<usize, String> {
        let (_, promise) = self.of(&Kept::Sure(place))?;
        self.numbers.insert(Key::Sure(place), self.steps.len());
        self.push(ValueStep { state: self.text(place, true), promise, after: BTreeMap::new() })?;
        Ok(self.steps.len() - 1)
    }
}

fn key(kept: &Kept) -> Key {
    match kept {
        Kept::Won(shown) => Key::Won(shown.number()),
        Kept::Sure(place) => Key::Sure(*place),
    }
}
