import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const TEXTS = /\.(js|css|svg)$/;
/** Minimum size of a file to compress; a smaller one fits into a single packet anyway. */
const WORTH_IT_BYTES = 1_024;
const brotli = promisify(brotliCompress);
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

/**
 * Puts a `.br` beside every immutable text file: compressed once at the highest level instead of at every request.
 * @returns {import('vite').Plugin}
 */
export function compressedFiles() {
  let folder = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir, build.assetsDir);
    },
    async writeBundle() {
      const files = (await readdir(folder)).filter((name) => TEXTS.test(name)).map((name) => path.join(folder, name));
      await Promise.all(
        files.map(async (file) => {
          const text = await readFile(file);
          if (text.length >= WORTH_IT_BYTES) await writeFile(`${file}.br`, await brotli(text, { params }));
        }),
      );
    },
  };
}
