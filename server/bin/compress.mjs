/* Writes the compressed neighbours of built files once, so that no request pays for compression. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(css|html|js|json|svg|txt|wasm)$/u;
/** Below this size the headers weigh more than what is saved. */
const smallest = 1024;

const encodings = {
  '.br': (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  '.gz': (content) => promisify(gzip)(content, { level: 9 }),
};

/** Puts `<file>.br` and `<file>.gz` beside every file under `folder` that gains from it. */
export async function compressFolder(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await compressFolder(file);
    else if (compressible.test(entry.name)) await compressFile(file);
  }
}

async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < smallest) return;
  await Promise.all(
    Object.entries(encodings).map(async ([ending, compress]) => {
      const compressed = await compress(content);
      if (compressed.length < content.length) await writeFile(`${file}${ending}`, compressed);
    }),
  );
}
