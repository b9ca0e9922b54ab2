//! How far rule sets are from each other on a board: by average linkage as a tree, and by classical scaling as points of a plane.
//!
//! The distance of two rule sets is the share of positions on which their results differ ([`super::compare`]): of all positions, or of the
//! settled ones.

use super::compare::Comparison;
use crate::law::RuleSet;

/// Of which positions the distance is the share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// All.
    All,
    /// Those that are settled.
    Settled,
}

/// The distances of rule sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Distances {
    /// The rule sets that are alike on all of the positions, each group once, in the order in which they were compared.
    pub groups: Vec<Vec<RuleSet>>,
    /// Of how many positions the distances are shares.
    pub of: u64,
    /// By two groups: the positions on which they differ.
    pub differ: Vec<Vec<u64>>,
}

impl Distances {
    /// What a comparison has found. Positions that are undecided under one of two rule sets are no difference of them.
    #[must_use]
    pub fn of(comparison: &Comparison<'_>, among: Among) -> Distances {
        let count = comparison.rules.len();
        let mut differ = vec![vec![0; count]; count];
        for pair in &comparison.pairs {
            let found = match among {
                Among::All => pair.results.diverge,
                Among::Settled => pair.results.settled,
            };
            let positions = found.map_or(0, |found| found.tally.positions);
            differ[pair.a][pair.b] = positions;
            differ[pair.b][pair.a] = positions;
        }
        // One stands for all that differ from it nowhere and from the others alike.
        let mut first: Vec<usize> = Vec::new();
        let mut groups: Vec<Vec<RuleSet>> = Vec::new();
        for (n, rules) in comparison.rules.iter().enumerate() {
            match first.iter().position(|&one| differ[one] == differ[n]) {
                Some(group) => groups[group].push(rules.clone()),
                None => {
                    first.push(n);
                    groups.push(vec![rules.clone()]);
                }
            }
        }
        let of = match among {
            Among::All => comparison.all.positions,
            Among::Settled => comparison.settled.positions,
        };
        let differ = first.iter().map(|&a| first.iter().map(|&b| differ[a][b]).collect()).collect();
        Distances { groups, of, differ }
    }

    /// The share of positions on which two groups differ.
    #[must_use]
    pub fn share(&self, a: usize, b: usize) -> f64 {
        if self.of == 0 { 0.0 } else { self.differ[a][b] as f64 / self.of as f64 }
    }
}

/// Two parts of a tree that are joined.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Join {
    /// The parts: groups by their numbers, then joins in their order.
    pub parts: [usize; 2],
    /// The mean distance of the groups in one part from those in the other.
    pub height: f64,
    /// How many groups are joined.
    pub groups: usize,
}

/// The tree by average linkage: the two parts whose groups are the nearest in the mean are joined, again and again. Of equally near ones
/// those with the lowest numbers.
#[must_use]
pub fn tree(distances: &Distances) -> Vec<Join> {
    let count = distances.groups.len();
    let mut size: Vec<usize> = vec![1; count];
    let mut far: Vec<Vec<f64>> = (0..count).map(|a| (0..count).map(|b| distances.share(a, b)).collect()).collect();
    let mut open: Vec<usize> = (0..count).collect();
    let mut joins = Vec::new();
    while open.len() > 1 {
        let pairs = (0..open.len()).flat_map(|i| (i + 1..open.len()).map(move |j| (i, j)));
        let nearest = pairs.min_by(|&(i, j), &(k, l)| far[open[i]][open[j]].total_cmp(&far[open[k]][open[l]]));
        let Some((i, j)) = nearest else { break };
        let (a, b) = (open[i], open[j]);
        let (joined, groups) = (size.len(), size[a] + size[b]);
        let mean = |c: usize| (far[a][c] * size[a] as f64 + far[b][c] * size[b] as f64) / groups as f64;
        let row: Vec<f64> = (0..joined).map(mean).chain([0.0]).collect();
        for (c, far) in far.iter_mut().enumerate() {
            far.push(row[c]);
        }
        joins.push(Join { parts: [a, b], height: far[a][b], groups });
        far.push(row);
        size.push(groups);
        open.retain(|&c| c != a && c != b);
        open.push(joined);
    }
    joins
}

/// The groups in an order in which no branches of the tree cross.
#[must_use]
pub fn order(count: usize, joins: &[Join]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut open: Vec<usize> = (count + joins.len()).checked_sub(1).into_iter().collect();
    while let Some(part) = open.pop() {
        match part.checked_sub(count) {
            None => order.push(part),
            Some(join) => open.extend(joins[join].parts.iter().rev()),
        }
    }
    order
}

/// Points of a plane whose distances are as near to those given as a projection can have them (classical scaling), the widest spread across;
/// and the share of the spread that they show.
#[must_use]
pub fn plane(distances: &Distances) -> (Vec<[f64; 2]>, f64) {
    let count = distances.groups.len();
    let square = |a: usize, b: usize| distances.share(a, b).powi(2);
    let mean_of = |a: usize| (0..count).map(|b| square(a, b)).sum::<f64>() / count as f64;
    let means: Vec<f64> = (0..count).map(mean_of).collect();
    let mean = means.iter().sum::<f64>() / count as f64;
    let centred = |a: usize, b: usize| -0.5 * (square(a, b) - means[a] - means[b] + mean);
    let matrix = (0..count).map(|a| (0..count).map(|b| centred(a, b)).collect()).collect();
    let mut spread = eigen(matrix);
    spread.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let shown: f64 = spread.iter().take(2).map(|(value, _)| value.max(0.0)).sum();
    let all: f64 = spread.iter().map(|(value, _)| value.max(0.0)).sum();
    let axis = |k: usize, a: usize| {
        let Some((value, vector)) = spread.get(k) else { return 0.0 };
        // Of the two directions the one in which the first group that is not in the middle lies ahead.
        let first = vector.iter().find(|x| x.abs() > 1e-9).copied().unwrap_or(1.0);
        value.max(0.0).sqrt() * vector[a] * first.signum()
    };
    let points = (0..count).map(|a| [axis(0, a), axis(1, a)]).collect();
    (points, if all > 0.0 { shown / all } else { 1.0 })
}

/// The eigenvalues of a symmetric matrix with their vectors, by rotations (Jacobi 1846).
fn eigen(mut m: Vec<Vec<f64>>) -> Vec<(f64, Vec<f64>)> {
    const SWEEPS: usize = 60;
    let count = m.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..count).map(|a| (0..count).map(|b| f64::from(u8::from(a == b))).collect()).collect();
    for _ in 0..SWEEPS {
        let off: f64 = (0..count).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| m[a][b].powi(2)).sum();
        if off < 1e-24 {
            break;
        }
        for a in 0..count {
            for b in a + 1..count {
                if m[a][b].abs() < 1e-15 {
                    continue;
                }
                let theta = (m[b][b] - m[a][a]) / (2.0 * m[a][b]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let t = if theta == 0.0 { 1.0 } else { t };
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                let turned = |x: f64, y: f64| (c * x - s * y, s * x + c * y);
                for row in &mut m {
                    (row[a], row[b]) = turned(row[a], row[b]);
                }
                let (mut of_a, mut of_b) = (std::mem::take(&mut m[a]), std::mem::take(&mut m[b]));
                for (x, y) in of_a.iter_mut().zip(&mut of_b) {
                    (*x, *y) = turned(*x, *y);
                }
                (m[a], m[b]) = (of_a, of_b);
                for row in &mut vectors {
                    (row[a], row[b]) = turned(row[a], row[b]);
                }
            }
        }
    }
    (0..count).map(|k| (m[k][k], vectors.iter().map(|row| row[k]).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups on a line or in a plane, with these distances in positions of a hundred.
    fn distances(differ: &[&[u64]]) -> Distances {
        let groups = differ.iter().map(|_| Vec::new()).collect();
        Distances { groups, of: 100, differ: differ.iter().map(|row| row.to_vec()).collect() }
    }

    /// The example by which P. Sneath and R. Sokal explain it: 0 and 1 first, then 2 at the mean of its distances from both.
    #[test]
    fn the_tree_joins_the_nearest_groups_by_their_mean_distance() {
        let joins = tree(&distances(&[&[0, 10, 30, 70], &[10, 0, 50, 90], &[30, 50, 0, 80], &[70, 90, 80, 0]]));
        let parts: Vec<[usize; 2]> = joins.iter().map(|join| join.parts).collect();
        assert_eq!(parts, [[0, 1], [2, 4], [3, 5]]);
        for (join, height) in joins.iter().zip([0.1, 0.4, 0.8]) {
            assert!((join.height - height).abs() < 1e-12, "{join:?}");
        }
        assert_eq!(joins.last().map(|join| join.groups), Some(4));
        let mut order = order(4, &joins);
        assert_eq!(order[0], 3);
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3]);
    }

    #[test]
    fn the_plane_keeps_distances_that_fit_into_one() {
        // A rectangle of three by four.
        let (points, shown) =
            plane(&distances(&[&[0, 30, 50, 40], &[30, 0, 40, 50], &[50, 40, 0, 30], &[40, 50, 30, 0]]));
        let far = |a: usize, b: usize| (points[a][0] - points[b][0]).hypot(points[a][1] - points[b][1]);
        for (a, b, distance) in [(0, 1, 0.3), (0, 2, 0.5), (0, 3, 0.4), (1, 2, 0.4), (1, 3, 0.5), (2, 3, 0.3)] {
            assert!((far(a, b) - distance).abs() < 1e-9, "{a} {b} {}", far(a, b));
        }
        assert!((shown - 1.0).abs() < 1e-9, "{shown}");
    }

    #[test]
    fn one_group_is_a_leaf_and_a_point() {
        let one = distances(&[&[0]]);
        assert_eq!((tree(&one).len(), order(1, &[])), (0, vec![0]));
        assert_eq!(plane(&one), (vec![[0.0; 2]], 1.0));
    }
}
