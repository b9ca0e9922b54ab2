// A cell of the matrix leaves only its pair; the address says which, so that it can be sent.
const pairs = [...document.querySelectorAll("section.pair")];
const bar = document.querySelector(".filter");
const show = () => {
  const wanted = location.hash.slice(1);
  const found = pairs.some((pair) => pair.id === wanted);
  for (const pair of pairs) pair.hidden = found && pair.id !== wanted;
  for (const cell of document.querySelectorAll("table.heat td")) {
    const link = cell.querySelector("a");
    cell.classList.toggle("chosen", found && link !== null && link.hash === location.hash);
  }
  bar.hidden = !found;
  if (found) {
    bar.querySelector("b").textContent = document.getElementById(wanted).dataset.name;
    document.getElementById(wanted).scrollIntoView();
  }
};
bar.querySelector("button").addEventListener("click", () => {
  history.pushState(null, "", "#matrix");
  show();
  document.getElementById("matrix").scrollIntoView();
});
addEventListener("hashchange", show);
show();
