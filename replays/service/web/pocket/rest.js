/**
 * What stands in place of the last line of Pyodide's script `pyodide.asm.mjs`: its program is in two parts, and a first start
 * needs only one of them (see `pocket/splitting.py`).
 */

const REST = new URL("rest.wasm", import.meta.url);

/**
 * Return a function as a table of WebAssembly takes it: a module that imports it and exports it as its own.
 * @param {() => void} act
 */
function callable(act) {
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 5, 1, 1, 102, 0, 0];
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { "": { "": act } });
  return exports.f;
}

/**
 * Load the rest as soon as one of its functions is called, and return a function that adds it before that.
 * @param {WebAssembly.Imports} imports @param {any} first what the first part exports
 */
function restOf(imports, first) {
  let isThere = false;
  const add = (/** @type {WebAssembly.Module} */ module) => {
    if (!isThere) new WebAssembly.Instance(module, { ...imports, first });
    isThere = true;
  };
  const loadNow = () => {
    const request = new XMLHttpRequest();
    request.open("GET", REST, false);
    // The only way in which a page, not only a worker, waits for bytes.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new Error(`${REST}: ${request.status}`);
    add(new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0))));
  };
  const { last } = first;
  last.set(last.length - 1, callable(loadNow));
  return add;
}

const compiled = () => WebAssembly.compileStreaming(fetch(REST));

/**
 * Make the module; in a first start, `isFirst`, without the rest, which `loadRest` loads. A service worker, which has it
 * without a connection, does not answer where a call waits, so that every other start has all of it.
 * @param {any} settings
 */
export default async function create(settings) {
  const { instantiateWasm, isFirst } = settings;
  const waiting = isFirst ? null : compiled();
  /** @type {(module: WebAssembly.Module) => void} */
  let add;
  const made = new Promise((resolve, reject) => {
    settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ received) =>
      instantiateWasm(imports, async (/** @type {WebAssembly.Instance} */ instance, /** @type {any} */ module) => {
        try {
          add = restOf(imports, instance.exports);
          if (waiting) add(await waiting);
          received(instance, module);
        } catch (error) {
          reject(error);
        }
      });
    _createPyodideModule(settings).then(resolve, reject);
  });
  return Object.assign(await made, { loadRest: async () => add(await compiled()) });
}
