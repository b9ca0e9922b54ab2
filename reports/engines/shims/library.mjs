// A library as it is installed in the folder from which the shim is started (`npm install NAME`).
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(`${process.cwd()}/`);

// The library, and its version.
export function library(name) {
  return [require(name), JSON.parse(readFileSync(`${process.cwd()}/node_modules/${name}/package.json`, "utf8")).version];
}
