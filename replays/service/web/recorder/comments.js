/** Comments and photos of the table: the form that sends them, and a list of those that may be taken back. */

/** @import { Comment, Photo, Problem } from "../common/api.js" */
/** @import { Draft } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */
/** @import { Sender } from "./sender.js" */

import { ask, newName, request, unlessReached } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { button, GAME_PATH, openDialog, text } from "./page.js";
import { preview, shrink, storePhoto } from "./photos.js";

/** @typedef {{id: string, time: string, mine: boolean, text?: string, path: string}} Remark a comment, or a photo */

const LONGEST = 2000;
const SHOWN = 10;
const NOT_FOUND = 404;

/** @param {Ledger} ledger @param {Sender} sender @param {(draft: Draft) => void} add */
export function openComments(ledger, sender, add) {
  const at = ledger.entries.length ? undefined : ledger.now?.last.at(-1)?.id;
  openDialog(text("say"), (close) => [form(at, add, close), remarkList(sender)]);
}

/** @param {string | undefined} at an id @param {(draft: Draft) => void} add @param {() => void} close */
function form(at, add, close) {
  const box = h("textarea", { name: "text", rows: 3, maxlength: LONGEST, required: true });
  const wrong = h("p", { class: "bad", role: "alert" });
  const chosen = h("div", { class: "chosen-photo" });
  const input = h("input", { type: "file", accept: "image/*", name: "photo", "aria-describedby": "photo-what" });
  /** @type {Blob | null} */
  let photo = null;

  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    wrong.textContent = "";
    try {
      photo = await shrink(file);
      chosen.replaceChildren(await preview(photo), button(text("photo.drop"), dropPhoto, { "data-photo": "drop" }));
    } catch {
      dropPhoto();
      wrong.textContent = text("photo.wrong");
    }
    box.required = !photo;
  });

  function dropPhoto() {
    photo = null;
    box.required = true;
    input.value = "";
    chosen.replaceChildren();
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    const words = box.value.trim();
    if ((!words && !photo) || box.disabled) return;
    box.disabled = true;
    if (photo) {
      const name = newName();
      try {
        await storePhoto(name, photo);
      } catch {
        wrong.textContent = text("phone.full");
        box.disabled = false;
        return;
      }
      const query = at ? `?at=${encodeURIComponent(at)}` : "";
      add({ path: `/photos${query}`, photo: name, words: text("photo"), isFree: true });
    }
    if (words) add({ path: "/comments", json: { at, text: words }, words: text("comment"), isFree: true });
    close();
  }

  return h(
    "form",
    { submit: send },
    h("label", {}, h("span", {}, text("comment.what")), box),
    h(
      "div",
      { class: "photo" },
      h("p", { id: "photo-what", class: "quiet" }, text("photo.what")),
      h("label", { class: "button" }, text("photo.choose"), input),
      chosen,
      wrong,
    ),
    button(text("comment.send"), () => undefined, { kind: "primary", type: "submit" }),
  );
}

/**
 * Return comments and photos, the last first, each with a button that takes it back; empty until the service has
 * answered.
 * @param {Sender} sender
 */
function remarkList(sender) {
  const list = h("ul", { class: "remarks" });
  const message = h("p", { class: "quiet", role: "status" });
  const title = text("remarks");
  const section = h("section", { hidden: true, "aria-label": title }, h("h3", {}, title), list, message);
  fetchRemarks(sender).then(show);

  /** @param {Remark[]} remarks */
  function show(remarks) {
    const rest = remarks.slice(SHOWN);
    section.hidden = section.hidden && !remarks.length;
    list.append(...remarks.slice(0, SHOWN).map(item));
    if (!rest.length) return;
    const further = button(text("log.all"), () => {
      further.remove();
      show(rest);
    });
    list.after(further);
  }

  /** @param {Remark} remark */
  function item(remark) {
    const words = remark.text ?? text("photo");
    const shown = h("bdi", {}, words);
    const label = text("remark.back");
    let isConfirmed = remark.text !== undefined;
    const back = button(
      label,
      () => {
        if (isConfirmed) {
          takeBack(remark, words, made);
          return;
        }
        // A photo is gone for good, so a second tap is waited for.
        isConfirmed = true;
        back.textContent = text("remark.erase");
        back.setAttribute("aria-label", text("remark.erase.what", { words }));
      },
      { "aria-label": text("remark.back.what", { words }) },
    );
    const made = h("li", { "data-remark": remark.id }, h("div", { class: "chosen-photo" }, shown, back));
    if (remark.text === undefined)
      fetchPreview(sender, remark).then(
        (picture) => shown.replaceWith(picture),
        () => undefined,
      );
    return made;
  }

  /** @param {Remark} remark @param {string} words @param {HTMLElement} item */
  async function takeBack(remark, words, item) {
    /** @type {{ok: boolean, status: number, data: Problem} | null} */
    const response = await request(remark.path, { key: sender.key, method: "DELETE" }).catch(unlessReached);
    if (!response || (!response.ok && response.status !== NOT_FOUND)) {
      message.textContent = response ? (response.data?.detail ?? "") : text("state.away");
      return;
    }
    message.textContent = text("announce.deleted", { words });
    const next = item.nextElementSibling ?? item.previousElementSibling ?? section.closest("dialog");
    item.remove();
    next?.querySelector("button")?.focus();
  }

  return section;
}

/**
 * Return all that may be taken back, the last first; nothing without a connection.
 * @param {Sender} sender @returns {Promise<Remark[]>}
 */
async function fetchRemarks({ key }) {
  const path = (/** @type {string} */ kind) => `${GAME_PATH}/${kind}`;
  const mine = async (/** @type {"comments" | "photos"} */ kind) => {
    /** @type {{ok: boolean, data: {comments: Comment[], photos: Photo[]}}} */
    const { ok, data } = await request(path(kind), { key });
    if (!ok) return [];
    return data[kind].filter((one) => one.mine).map((one) => ({ ...one, path: `${path(kind)}/${one.id}` }));
  };
  const all = await Promise.all([mine("comments"), mine("photos")]).catch(unlessReached);
  return (all ?? [])
    .flat()
    .reverse()
    .sort((one, other) => other.time.localeCompare(one.time));
}

/** @param {Sender} sender @param {Remark} photo */
async function fetchPreview({ key }, { path }) {
  const response = await ask(path, { key });
  return preview(await response.blob());
}
