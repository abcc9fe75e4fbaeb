// Run `compiling.py` in Pyodide: node compiling.mjs PYODIDE FOLDER. The folder is `/work` there. Afterwards `begun.txt` says
// which modules Python itself imports from `std.zip` before anything is asked of it.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const BEGUN = `
import sys
"\\n".join(name for name, module in sys.modules.items() if getattr(module, "__file__", "").endswith(".pyc"))
`;
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
  const started = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL: `${folder}/std.zip` });
  writeFileSync(`${folder}/begun.txt`, started.runPython(BEGUN));
} catch (error) {
  // Without the line of Pyodide's program that Node.js would show, which has a megabyte.
  console.error(error.message);
  process.exit(1);
}
