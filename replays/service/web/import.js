/** Adding a game: what was pasted, dropped or chosen goes to the service, which reads it and says what is wrong. */

import { ask, keep, ROOT } from "./keys.js";

/** How the type of a problem ends where a text has no share code in it. */
const NO_CODE = "/no-share-code";

const form = document.getElementById("import");
const [text, file, drop, wrong, done] = ["text", "file", "drop", "wrong", "done"].map((id) =>
  document.getElementById(id),
);
const words = form.dataset;

const code = location.hash.slice(1);
if (code.startsWith(words.shareKey)) text.value = code.slice(words.shareKey.length);

function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(content);
  return made;
}

function filled(sentence, fields) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}

/** Texts of games have headers or are JSON; everything else can only be a share code. */
function isShareCode(given) {
  return !/^\s*[[{]/m.test(given);
}

async function read(chosen) {
  text.value = await chosen.text();
}

/** What became of the text: the game that was made, or the problems with it. */
async function send(given, visibility) {
  if (isShareCode(given)) {
    const answer = await ask("/api/games", { method: "POST", json: { share: given, visibility } });
    const told = await answer.json();
    if (answer.ok) return { made: told, problems: [] };
    return { problems: [String(told.type).endsWith(NO_CODE) ? { title: words.neither } : told] };
  }
  const answer = await ask(`/api/import?visibility=${visibility}`, {
    method: "POST",
    body: given,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
  if (!answer.ok) return { problems: [await answer.json()] };
  const [first] = (await answer.text()).split("\n");
  const told = first ? JSON.parse(first) : {};
  return { made: told.made, problems: told.problems ?? [] };
}

function tell(problem) {
  const parts = [element("p", element("strong", problem.title ?? words.fault))];
  if (problem.line) parts.push(element("p", filled(words.at, problem)));
  if (problem.detail) parts.push(element("p", problem.detail));
  if (problem.context) parts.push(element("pre", problem.context, { class: "code", tabindex: "0" }));
  const right = [problem.expected, ...(problem.suggestions ?? [])].filter(Boolean).join("; ");
  if (right) parts.push(element("p", filled(words.right, { words: right })));
  return parts;
}

/** Scroll a line until the caret below its mistake is in sight. */
function showCaret(box) {
  const lines = box.textContent.split("\n");
  const caret = lines.at(-1).indexOf("^");
  const longest = Math.max(...lines.map((line) => line.length));
  if (caret >= 0) box.scrollLeft = (box.scrollWidth * caret) / longest - box.clientWidth / 2;
}

/** Further problems, folded: most of them only follow from the first one. */
function further(problems) {
  const summary = element("summary", filled(words.further, { number: problems.length }));
  const folded = element("details", summary);
  folded.append(...problems.slice(0, 20).flatMap(tell));
  return folded;
}

/** Whether nothing more can be written down of a game. */
async function isOver(id, key) {
  const answer = await ask(`/api/games/${id}`, { key });
  return answer.ok && (await answer.json()).over;
}

async function show({ made, problems }) {
  const [first, ...rest] = problems;
  wrong.replaceChildren(...(first ? tell(first) : []), ...(rest.length ? [further(rest)] : []));
  done.replaceChildren();
  if (!made) {
    if (problems[0]?.line) mark(problems[0]);
    wrong.querySelectorAll("pre").forEach(showCaret);
    wrong.focus();
    return;
  }
  const { id, keys } = made;
  const { seats, ...others } = keys;
  const bySeat = Object.fromEntries(seats.map((key, seat) => [`seat${seat}`, key]));
  keep(id, { ...others, ...bySeat });
  const query = words.query ? `?${words.query}` : "";
  const links = [
    [`/g/${id}`, words.look],
    ...((await isOver(id, keys.owner)) ? [] : [[`/record/${id}`, words.record]]),
    [`/own/${id}`, words.own],
  ].map(([path, name]) => element("a", name, { href: ROOT + path + query, class: "button" }));
  links[0].classList.add("primary");
  done.append(element("p", words.done));
  const row = element("p", "", { class: "row" });
  row.append(...links);
  done.append(row);
  text.value = "";
  done.focus();
}

/** Select the place that a problem tells, and bring it into sight. */
function mark({ line, column = 1 }) {
  const before = text.value.split("\n").slice(0, line - 1);
  const start = before.join("\n").length + (before.length ? 1 : 0) + column - 1;
  text.setSelectionRange(start, start + 1);
  text.scrollTop = heightOf(text.value.slice(0, start)) - text.clientHeight / 2;
}

/** How high a text stands in the box, which breaks its lines; in pixels. */
function heightOf(part) {
  const ruler = text.cloneNode();
  ruler.removeAttribute("id");
  ruler.removeAttribute("name");
  ruler.rows = 1;
  Object.assign(ruler.style, { position: "absolute", visibility: "hidden", height: "0", minHeight: "0" });
  ruler.style.width = getComputedStyle(text).width;
  ruler.value = part;
  text.after(ruler);
  const height = ruler.scrollHeight;
  ruler.remove();
  return height;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  done.replaceChildren(words.waiting);
  wrong.replaceChildren();
  try {
    await show(await send(text.value, new FormData(form).get("visibility")));
  } catch {
    await show({ problems: [{ title: words.fault }] });
  } finally {
    button.disabled = false;
  }
});

file.addEventListener("change", () => file.files[0] && read(file.files[0]));
for (const kind of ["dragenter", "dragover"]) {
  drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const [chosen] = event.dataTransfer.files;
  if (chosen) read(chosen);
  else text.value = event.dataTransfer.getData("text/plain");
});
