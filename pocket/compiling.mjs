// Run `compiling.py` in Pyodide: node compiling.mjs PYODIDE FOLDER. The folder is `/work` there.

import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdir("/work");
python.mountNodeFS("/work", folder);
const site = python.runPython("import site; site.getsitepackages()[0]");
python.FS.mkdirTree(`${site}/msgspec`);
for (const name of readdirSync(`${folder}/packages/msgspec`))
  if (!name.startsWith("__pycache__"))
    python.FS.writeFile(`${site}/msgspec/${name}`, readFileSync(`${folder}/packages/msgspec/${name}`));
try {
  python.runPython(readFileSync(new URL("compiling.py", import.meta.url), "utf8"));
} catch (error) {
  // Without the line of Pyodide's program that Node.js would show, which has a megabyte.
  console.error(error.message);
  process.exit(1);
}
