// Called by `bundle`: writes codemirror.js, LICENSES.txt and manifest.json into a folder.
import {createHash} from "node:crypto";
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {build} from "esbuild";

const folder = process.argv[2];
mkdirSync(folder, {recursive: true});

const {metafile, outputFiles} = await build({
  entryPoints: ["editor.js"], bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8",
  legalComments: "none", banner: {js: "// @ts-nocheck CodeMirror 6 (MIT), bundled by scripts/page/bundle; licences: LICENSES.txt"}, metafile: true, write: false, outfile: "codemirror.js",
});

const names = new Set();
for (const path of Object.keys(metafile.inputs)) {
  const found = path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found) names.add(found[1]);
}

const hash = (data) => createHash("sha256").update(data).digest("hex");
const packages = [], licences = [];
const locked = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
for (const name of [...names].sort()) {
  const place = join("node_modules", name);
  const about = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  const {integrity} = locked[`node_modules/${name}`];
  packages.push({name, version: about.version, licence: about.license, integrity});
  const text = readFileSync(join(place, "LICENSE"), "utf8").trim();
  licences.push(`${name} ${about.version}\n${"=".repeat(name.length + about.version.length + 1)}\n\n${text}\n`);
}

const esbuild = locked["node_modules/esbuild"].version;
const bundled = outputFiles[0].contents;
const text = licences.join("\n\n");
writeFileSync(join(folder, "codemirror.js"), bundled);
writeFileSync(join(folder, "LICENSES.txt"), text);
const manifest = {
  about: "CodeMirror as one module, made by scripts/page/bundle",
  esbuild,
  files: {"codemirror.js": hash(bundled), "LICENSES.txt": hash(text)},
  packages,
};
writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest, null, 2) + "\n");
console.log(`codemirror.js: ${bundled.length} bytes of ${packages.length} packages`);
