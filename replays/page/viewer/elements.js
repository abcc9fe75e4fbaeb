/** Elements of HTML and SVG. Texts are put in as text nodes only. */

/** @typedef {Node | string | false | null | undefined | 0 | readonly Child[]} Child */

/**
 * Attributes of an element by name; functions are listeners. What is false, null or undefined is not set.
 * @typedef {{
 *   [name: string]: string | number | boolean | null | undefined | ((event: any) => unknown),
 *   click?: (event: MouseEvent) => unknown,
 *   keydown?: (event: KeyboardEvent) => unknown,
 *   submit?: (event: SubmitEvent) => unknown,
 * }} Attributes
 */

/**
 * @template {Element} E
 * @param {E} element @param {Attributes} attributes @param {Child[]} children @returns {E}
 */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
    else if (value !== false && value !== undefined && value !== null)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...contentOf(children));
  return element;
}

/**
 * Return the nodes and texts among children, without those that are nothing.
 * @param {Child[]} children @returns {(Node | string)[]}
 */
export function contentOf(children) {
  /** @type {any[]} */
  const nested = children;
  return nested.flat(Infinity).filter(Boolean);
}

/**
 * Return an element of HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} name @param {Attributes} attributes @param {Child[]} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(name, attributes, ...children) {
  return build(document.createElement(name), attributes, children);
}

/**
 * Return an element of SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} name @param {Attributes} attributes @param {Child[]} children @returns {SVGElementTagNameMap[Tag]}
 */
export function s(name, attributes, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/**
 * Give an element attributes, and write only those that differ: what is written anew is styled anew.
 * @param {Element} element @param {Record<string, string | boolean>} attributes false takes one away
 */
export function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const wanted = value === true ? "" : value;
    if (wanted === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== wanted) element.setAttribute(name, wanted);
  }
}

/**
 * Return the names of classes, without those that do not apply.
 * @param {(string | false | undefined)[]} names
 */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/**
 * Do something once the next frame is drawn, when what it asks of the layout is there already. Return how to cancel it.
 * @param {() => void} act
 */
export function afterFrame(act) {
  let timer = 0;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Return a function that says whether what it is given differs from what it was given last.
 * @returns {(depends: unknown[]) => boolean}
 */
export function changes() {
  let last = "";
  return (depends) => {
    const before = last;
    last = JSON.stringify(depends);
    return last !== before;
  };
}

/**
 * Return a function that fills an element, and draws its content anew only when what it depends on has changed.
 * @param {Element} element
 */
export function region(element) {
  const hasChanged = changes();
  return (/** @type {unknown[]} */ depends, /** @type {() => Child | Child[]} */ draw) => {
    if (hasChanged(depends)) fill(element, contentOf([draw()]));
  };
}

/** @typedef {ReturnType<typeof region>} Region */

/**
 * Give an element content that nobody listens to, and touch only what differs: each new element costs a styling, a layout
 * and a painting.
 * @param {Element} element @param {(Node | string)[]} content
 */
export function fill(element, content) {
  const old = [...element.childNodes];
  for (const [at, each] of content.entries()) {
    const was = old[at];
    if (!was) element.append(each);
    else if (was instanceof Text && !(each instanceof Element)) write(was, each);
    else if (was instanceof Element && each instanceof Element && isLike(was, each)) become(was, each);
    else was.replaceWith(each);
  }
  for (const rest of old.slice(content.length)) rest.remove();
}

/** Let a text say what another one says: what is not replaced is not styled anew. @param {Text} was @param {Node | string} wanted */
function write(was, wanted) {
  const words = typeof wanted === "string" ? wanted : (wanted.textContent ?? "");
  if (was.data !== words) was.data = words;
}

/** Return whether an element can become another one. @param {Element} was @param {Element} wanted */
function isLike(was, wanted) {
  return was.localName === wanted.localName && !wanted.hasAttribute("style");
}

/** Let an element become like another one. @param {Element} was @param {Element} wanted */
function become(was, wanted) {
  if (was.isEqualNode(wanted)) return;
  for (const { name } of [...was.attributes]) if (!wanted.hasAttribute(name)) was.removeAttribute(name);
  for (const { name, value } of wanted.attributes) put(was, { [name]: value });
  fill(was, [...wanted.childNodes]);
}
