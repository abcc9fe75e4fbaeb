/** Who plays: rows of a name and a colour, and what is wrong with them, said beside the field before anything is sent. */

import { h } from "./elements.js";
import { say } from "./told.js";

/** Looks after the rows of a form; `check` tells whether all is well, and else goes to the first field that is not. */
export function seats(form) {
  const rows = Array.from(form.querySelectorAll(".seat-row"), (row, seat) => {
    const wrong = h("p", { class: "bad", id: `wrong${seat}`, role: "alert" });
    row.append(wrong);
    return { name: row.querySelector("input"), colour: row.querySelector("select"), wrong, isChosen: false };
  });

  /** Somebody who is named plays, with the first colour that is free; who is named no more, and chose none, does not. */
  function named(row) {
    if (row.name.value.trim() && !row.colour.value) {
      const taken = rows.map((other) => other.colour.value);
      row.colour.value =
        Array.from(row.colour.options, (option) => option.value).find((value) => value && !taken.includes(value)) ?? "";
      row.isChosen = true;
    } else if (!row.name.value.trim() && row.isChosen) {
      row.colour.value = "";
      row.isChosen = false;
    }
    look();
  }

  /** Where nobody sits there is no name. */
  function coloured(row) {
    row.isChosen = false;
    if (!row.colour.value) row.name.value = "";
    look();
  }

  /** Whether a row says what one before it says. */
  function isAgain(row, field) {
    const value = said(row, field);
    return Boolean(value) && rows.slice(0, rows.indexOf(row)).some((other) => said(other, field) === value);
  }

  function look() {
    for (const row of rows) {
      const problems = {
        colour: isAgain(row, "colour") && say("new.colours"),
        name: isAgain(row, "name") && say("new.names"),
      };
      for (const [field, problem] of Object.entries(problems)) marked(row[field], problem, row.wrong);
      const words = Object.values(problems).filter(Boolean).join(" ");
      if (row.wrong.textContent !== words) row.wrong.textContent = words;
    }
  }

  for (const row of rows) {
    row.name.addEventListener("input", () => named(row));
    row.colour.addEventListener("change", () => coloured(row));
    if (row.name.value.trim()) named(row);
  }
  look();

  return {
    check() {
      const first = form.querySelector("[aria-invalid]");
      first?.focus();
      return !first;
    },
  };
}

function said(row, field) {
  return row[field].value.trim().toLocaleLowerCase();
}

function marked(field, problem, wrong) {
  if (problem) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", wrong.id);
  } else {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}
