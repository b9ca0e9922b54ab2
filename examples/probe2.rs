use shinpan::board::*;
use shinpan::whole::{classes::*, graph::*, states::*, conceding::*};
fn main(){
  let a: Vec<String>=std::env::args().collect();
  let (r,c)=(a[1].parse().unwrap(),a[2].parse().unwrap());
  let board=Board::new(Grid::new(r,c).unwrap()).unwrap();
  let t=std::time::Instant::now();
  let cl=Classes::new(&board).unwrap();
  println!("classes {} {:.2}s",cl.len(),t.elapsed().as_secs_f64());
  let rs=|s:&str|shinpan::spec::RuleSet::parse(s).unwrap().remove(0);
  let g=Graph::new(&cl,&Free(&board)); 
  let pr=Predecessors::new(&g);
  let out=shinpan::rules::j1997::PlayOut::new(&rs("j1997:first=black"),&board);
  let t=std::time::Instant::now();
  let m=conceded(&cl,&g,&pr,&out); println!("conceded {:.2}s",t.elapsed().as_secs_f64());
  let (mut ok,mut stat,mut left)=(0u64,0u64,0u64); let mut gaps=std::collections::BTreeMap::new();
  for k in 0..cl.len(){ let p=cl.representative(k); 
    let (b,w)=(p.stones[0].count_ones() as i32,p.stones[1].count_ones() as i32);
    let most=|c:Colour|{ let imm=board.immortal(p,c.opponent()); ((p.of(c.opponent())&!imm).count_ones()+(board.all()&!imm&!p.of(c)).count_ones()) as i32};
    let lo=m.at(0,0,k) as i32 + w-b; let hi= -(m.at(1,0,k) as i32 + b - w);
    let (l2,h2)=(lo.max(-most(Colour::White)),hi.min(most(Colour::Black)));
    if lo==hi {ok+=1} else if l2==h2 {stat+=1} else {left+=1; *gaps.entry(h2-l2).or_insert(0)+=1; if left%30000==1 { println!("{} lo {l2} hi {h2}", {use shinpan::board::*; let _=&p; format!("{:?}",p)});} }
  }
  println!("settled {ok} with static {stat} left {left} {gaps:?}");
}
