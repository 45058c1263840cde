// Speaks English by Flite. A program of its own: the sandbox runs it as a child, so that neither a crash nor a hang of
// WebAssembly can hurt the server.
//   node flite.mjs WASM FOLDER VOICE STRETCH < text > wav
// Beside the sound it leaves the phones of the text and of its words one by one in the folder, in phones.txt and
// phones-by-word.txt; the caller writes these words to words.txt beforehand. Flite can access only the folder, which
// the caller makes and removes.
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

const [, , wasm = '', folder = '', voice = '', stretch = '1'] = process.argv;

/** The folder's path inside the WASI sandbox. */
const INSIDE = '/work';
const TEXT = 'text.txt';
const WORDS = 'words.txt';
const SOUND = 'speech.wav';

writeFileSync(join(folder, TEXT), readFileSync(0));
const program = await WebAssembly.compile(readFileSync(wasm));

/** Runs Flite; writes its standard output to a file of the folder. */
async function run(/** @type {string[]} */ args, /** @type {string} */ told) {
  const stdout = openSync(join(folder, told), 'w');
  const wasi = new WASI({
    version: 'preview1',
    args: ['flite', '-voice', voice, '--setf', `duration_stretch=${stretch}`, ...args],
    preopens: { [INSIDE]: folder },
    stdout,
    returnOnExit: true,
  });
  const instance = await WebAssembly.instantiate(program, wasi.getImportObject());
  const code = wasi.start(instance);
  closeSync(stdout);
  return code;
}

// A text in a file is spoken sentence by sentence, and its first word is never parsed as an option.
const code = await run(['-f', `${INSIDE}/${TEXT}`, '-o', `${INSIDE}/${SOUND}`, '-psdur'], 'phones.txt');
if (code === 0) {
  await run(['-f', `${INSIDE}/${WORDS}`, '-o', 'none', '-ps'], 'phones-by-word.txt');
  writeFileSync(1, readFileSync(join(folder, SOUND)));
}
process.exitCode = code;
