/** Buttons, choices, and the list of keys. Everything they do is done by the one who made them. */

import { filled } from "./game.js";
import { lineName } from "./log.js";
import { h, s } from "./shapes.js";

const ICONS = {
  first: "M6 4v16M20 4L9 12l11 8z",
  back: "M17 4L6 12l11 8z",
  on: "M7 4l11 8-11 8z",
  last: "M18 4v16M4 4l11 8-11 8z",
  play: "M5 3v18l8-9zM13 3v18l8-9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  more: "M4 11h2v2H4zM11 11h2v2h-2zM18 11h2v2h-2z",
};

function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** The bar of controls; `acts` are functions by name: first, back, on, last, play, level, view, line, help, go, leave. */
export class Controls {
  constructor(page, acts) {
    this.page = page;
    const { controls } = page;
    const button = (name) =>
      h(
        "button",
        { type: "button", "aria-label": controls[name], title: controls[name], click: acts[name] },
        icon(name),
      );
    this.play = button("play");
    this.level = this.choice(controls.by, page.levels, (at) => acts.level(at));
    this.view = this.choice(controls.seen, [], (at) => acts.view(at - 1));
    this.line = this.choice(controls.line, [], (at) => acts.line(at));
    this.take(page);
    this.go = h("input", {
      type: "text",
      size: 8,
      placeholder: controls.goToHint,
      "aria-label": `${controls.goTo} (${controls.goToHint})`,
      autocomplete: "off",
      keydown: (event) => {
        if (event.key === "Escape") acts.leave();
      },
    });
    const form = h(
      "form",
      {
        submit: (event) => {
          event.preventDefault();
          if (acts.go(this.go.value.trim())) acts.leave();
        },
      },
      this.go,
    );
    this.more = h(
      "button",
      {
        type: "button",
        class: "more",
        "aria-label": controls.more,
        title: controls.more,
        "aria-expanded": "false",
        click: () => this.open(!this.root.classList.contains("open")),
      },
      icon("more"),
    );
    this.root = h(
      "div",
      { class: "controls", role: "group", "aria-label": controls.controls },
      h(
        "div",
        { class: "buttons" },
        button("first"),
        button("back"),
        this.play,
        button("on"),
        button("last"),
        this.more,
      ),
      h(
        "div",
        { class: "choices" },
        this.level.root,
        this.view.root,
        this.line.root,
        form,
        h("button", { type: "button", class: "help", click: acts.help }, controls.help),
      ),
    );
    this.dialog = this.keys();
  }

  /** Offer the views and the lines that there are; where there is but one of them no choice is shown. */
  take(page) {
    this.page = page;
    const { controls } = page;
    const views = page.views.map(({ seat }) => (seat < 0 ? controls.public : page.parties[seat].name));
    offer(this.view, [controls.everything, ...views]);
    offer(
      this.line,
      page.lines.map((_, number) => lineName(page, number)),
    );
  }

  /** Show the choices on a narrow screen, or fold them away; elsewhere they are always there. */
  open(isOpen) {
    this.root.classList.toggle("open", isOpen);
    this.more.setAttribute("aria-expanded", String(isOpen));
  }

  choice(name, options, onChosen) {
    const select = h("select", { change: () => onChosen(select.selectedIndex) });
    const choice = { select, root: h("label", {}, h("span", {}, name), select) };
    offer(choice, options);
    return choice;
  }

  keys() {
    const { controls, keys } = this.page;
    const dialog = h(
      "dialog",
      { "aria-label": controls.help },
      h("h2", {}, controls.help),
      h(
        "dl",
        {},
        keys.map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words))),
      ),
      h("button", { type: "button", click: () => dialog.close() }, controls.close),
    );
    return dialog;
  }

  /** Show what is chosen. */
  at({ level, view, line, isPlaying }) {
    this.level.select.selectedIndex = level;
    this.view.select.selectedIndex = view + 1;
    this.line.select.selectedIndex = line;
    const name = isPlaying ? "pause" : "play";
    this.play.replaceChildren(icon(name));
    this.play.setAttribute("aria-label", this.page.controls[name]);
    this.play.title = this.page.controls[name];
  }

  noPlace(place) {
    return filled(this.page.controls.noPlace, { place });
  }
}

function offer({ select, root }, options) {
  select.replaceChildren(...options.map((words) => h("option", {}, words)));
  root.hidden = options.length < 2;
}
