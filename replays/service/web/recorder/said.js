/** What was said and shown, for whoever may take it back. */

import { ask } from "../keys.js";
import { button, h } from "./elements.js";
import { preview } from "./photos.js";
import { say } from "./told.js";
import { request, Unreachable } from "./wire.js";

const SHOWN = 10;
const GONE = 404;

/** Comments and photos, the last first, each with a button that takes it back; empty until the service has answered. */
export function said(sender) {
  const list = h("ul", { class: "said" });
  const told = h("p", { class: "quiet", role: "status" });
  const section = h("section", { hidden: true, "aria-label": say("said") }, h("h3", {}, say("said")), list, told);
  fetched(sender).then((all) => show(all.slice(0, SHOWN), all.slice(SHOWN)));

  function show(some, rest) {
    section.hidden = section.hidden && !some.length;
    list.append(...some.map(entry));
    if (!rest.length) return;
    const further = button(say("log.all"), () => {
      further.remove();
      show(rest.slice(0, SHOWN), rest.slice(SHOWN));
    });
    list.after(further);
  }

  function entry(one) {
    const words = one.text ?? say("photo");
    const back = button(say("said.back"), () => act(), { "aria-label": `${say("said.back")}: ${words}` });
    const item = h("li", { "data-said": one.id }, h("div", { class: "chosen-photo" }, h("bdi", {}, words), back));
    if (!one.text)
      pictured(sender, one).then(
        (picture) => item.querySelector("bdi").replaceWith(picture),
        () => undefined,
      );
    let act = one.text ? () => takeBack(one, words, item) : asked;
    return item;

    /** A photo is gone for good, so a second tap is waited for. */
    function asked() {
      back.textContent = say("said.erase");
      back.setAttribute("aria-label", `${say("said.erase")} ${words}`);
      act = () => takeBack(one, words, item);
    }
  }

  async function takeBack(one, words, item) {
    const {
      ok,
      status,
      told: problem,
    } = await request(one.path, { key: sender.key, method: "DELETE" }).catch((error) => {
      if (!(error instanceof Unreachable)) throw error;
      return { told: { detail: say("state.away") } };
    });
    if (!ok && status !== GONE) {
      told.textContent = problem?.detail ?? "";
      return;
    }
    told.textContent = say("heard.back", { words });
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    (next ?? section.closest("dialog"))?.querySelector("button").focus();
  }

  return section;
}

/** All that may be taken back, the last first; nothing without a connection. */
async function fetched(sender) {
  const mine = async (what) => {
    const { ok, told } = await request(`${sender.path}/${what}`, { key: sender.key });
    return ok
      ? told[what].filter((one) => one.mine).map((one) => ({ ...one, path: `${sender.path}/${what}/${one.id}` }))
      : [];
  };
  try {
    const all = await Promise.all(["comments", "photos"].map(mine));
    return all
      .flat()
      .reverse()
      .sort((one, other) => other.time.localeCompare(one.time));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return [];
  }
}

async function pictured(sender, one) {
  const answer = await ask(one.path, { key: sender.key });
  return preview(await answer.blob());
}
