//! The twin of simplified-ing: regions by chains of adjacent intersections, and every further game with all positions that have been there,
//! which is the game of the twin of tromp-taylor: on the smallest boards plainly, on others by [`super::further`], which is held to the plain
//! way there.

use rayon::prelude::*;
use shinpan::board::Colour;
use shinpan::law::{Life, Outcome, PointStatus, RuleSet};
use shinpan::texts;

use super::further::{Further, Remembered};
use super::graph::{Kernel, has};
use super::tt::Table;
use super::{Comparison, Ruling, SMALLEST, Size};

/// The position as it stands.
fn scored(kernel: &Kernel, pos: usize) -> Ruling {
    let stones = Colour::ALL.map(|colour| kernel.stones(pos, colour));
    let mut points = vec![PointStatus::Stone; kernel.len()];
    for region in kernel.parts(((1 << kernel.len()) - 1) & !stones[0] & !stones[1]) {
        let status = match stones.map(|of| of & kernel.around(region) != 0) {
            [true, false] => PointStatus::Territory(Colour::Black),
            [false, true] => PointStatus::Territory(Colour::White),
            _ => PointStatus::Dame,
        };
        (0..kernel.len()).filter(|&p| has(region, p)).for_each(|p| points[p] = status);
    }
    let of = |colour: Colour| {
        let empty = points.iter().filter(|point| **point == PointStatus::Territory(colour)).count();
        (stones[colour.index()].count_ones() as usize + empty) as i32
    };
    Ruling {
        outcome: Outcome::Margin(of(Colour::Black) - of(Colour::White)),
        life: vec![Life::Alive; kernel.positions[pos].strings().len()],
        points,
    }
}

/// Returns how many values of further play, if it is asked for on one of the smallest boards, the bounds without the history leave undecided.
fn agrees((rows, cols, positions): Size, play: bool) -> usize {
    let kernel = Kernel::new(rows, cols);
    let table = Table::new(&kernel);
    let mut comparison = Comparison::new(&kernel, &[texts::simplified_ing::TEXT]);
    if !play {
        comparison.judges.retain(|(rules, _)| !rules.first_passer_matters());
    }
    let scored: Vec<Ruling> = (0..kernel.positions.len()).map(|pos| scored(&kernel, pos)).collect();
    let scores: Vec<i32> = scored.iter().map(|s| s.outcome.margin().unwrap()).collect();
    let turns = |pos: usize, player: Colour| table.turns(pos, player).collect();
    let most = kernel.len() as i32;
    let further = Further { turns: &turns, scores: &scores, remembered: Remembered::Positions, most };
    let values = if play { further.values() } else { vec![[0; 2]; positions] };
    for (pos, values) in values.iter().enumerate() {
        comparison.compare(pos, |rules: &RuleSet| {
            if rules.value("agreement").unwrap() == "as-it-stands" {
                return scored[pos].clone();
            }
            let first = usize::from(rules.value("first").unwrap() == "white");
            Ruling { outcome: Outcome::Margin(values[first]), ..scored[pos].clone() }
        });
    }
    comparison.finish(positions, if play { 4 } else { 2 });
    if !play || kernel.len() > 4 {
        return 0;
    }
    let plain = |pos: usize| Colour::ALL.map(|first| table.played(pos, first));
    let plain: Vec<[(i32, bool); 2]> = (0..kernel.positions.len()).into_par_iter().map(plain).collect();
    for (pos, (plain, values)) in plain.iter().zip(&values).enumerate() {
        assert_eq!(plain.map(|(value, _)| value), *values, "{}", kernel.positions[pos]);
    }
    plain.iter().flatten().filter(|(_, open)| *open).count()
}

#[test]
fn simplified_ing_agrees_with_its_twin_and_the_bounds_enclose_superko_up_to_four_points() {
    assert_eq!(SMALLEST.map(|size| agrees(size, true)), [0, 10, 0, 40, 82]);
}

#[test]
fn simplified_ing_agrees_with_its_twin_in_further_play_up_to_six_points() {
    [(1, 5, 113), (1, 6, 313), (2, 3, 489)].into_iter().for_each(|size| _ = agrees(size, true));
}

#[test]
#[ignore = "the judge takes minutes"]
fn simplified_ing_agrees_with_its_twin_in_further_play_on_seven_points_in_a_row() {
    agrees((1, 7, 867), true);
}

#[test]
#[ignore = "the judge takes minutes"]
fn simplified_ing_agrees_with_its_twin_in_further_play_on_two_by_four_and_three_by_three() {
    [(2, 4, 4125), (3, 3, 12675)].into_iter().for_each(|size| _ = agrees(size, true));
}

#[test]
fn simplified_ing_agrees_with_its_twin_on_positions_as_they_stand_up_to_nine_points() {
    for size in [(1, 5, 113), (1, 6, 313), (2, 3, 489), (1, 7, 867), (2, 4, 4125), (3, 3, 12675)] {
        agrees(size, false);
    }
}
