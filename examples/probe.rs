use shinpan::board::*;
use shinpan::whole::{classes::*, graph::*, states::*, forced::*};
fn main(){
  let a: Vec<String>=std::env::args().collect();
  let (r,c)=(a[1].parse().unwrap(),a[2].parse().unwrap());
  let board=Board::new(Grid::new(r,c).unwrap()).unwrap();
  let t=std::time::Instant::now();
  let cl=Classes::new(&board).unwrap();
  println!("classes {} {:.2}s",cl.len(),t.elapsed().as_secs_f64());
  let rs=|s:&str|shinpan::spec::RuleSet::parse(s).unwrap().remove(0);
  let t=std::time::Instant::now();
  let j=shinpan::rules::j1989::Confirmation::new(&rs("j1989"),&board,Colour::Black);
  let g=Graph::new(&cl,&j); println!("j1989 {} {} {:.2}s",g.len(),g.edges(),t.elapsed().as_secs_f64());
  let t=std::time::Instant::now();
  let pr=Predecessors::new(&g); println!("preds {:.2}",t.elapsed().as_secs_f64());let w=Whole{classes:&cl,graph:&g,predecessors:&pr};
  let m=w.captured(); println!("captured {:.2}s",t.elapsed().as_secs_f64());
  let t=std::time::Instant::now();
  let a0=w.cleared(); println!("cleared {:.2}s",t.elapsed().as_secs_f64());
  let t=std::time::Instant::now();
  let all=w.cleared_everywhere(&a0); println!("everywhere {:.2}s",t.elapsed().as_secs_f64());
  let mut n=0u64; let mut unc=0u64; let (mut dead,mut left)=(0u64,0u64);
  for k in 0..cl.len(){ let p=cl.representative(k); let black=p.stones[0]; 
    let s=g.seat(&cl,&j,p.swapped(),Default::default()).unwrap();
    let cap=cl.turns().set(s.turn(), m.attacker[s.number()]) as u64;
    for st in board.components(black){ n+=1; if st&cap==0 {unc+=1;} else if all.attacker[s.number()]!=0 {dead+=1} else {left+=1} } }
  println!("black strings {n} uncapturable {unc} dead everywhere {dead} left {left}");
}
