// Speaks English by Flite. A program of its own: the sandbox runs it as a child, so that neither a crash nor a hang of
// WebAssembly can hurt the server.
//   node flite.mjs WASM FOLDER VOICE STRETCH < text > wav
// Flite sees nothing of the machine but the folder, which its caller makes and removes.
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

const [, , wasm = '', folder = '', voice = '', stretch = '1'] = process.argv;

/** The folder's path inside the WASI sandbox. */
const INSIDE = '/work';
const TEXT = 'text.txt';
const SOUND = 'speech.wav';

writeFileSync(join(folder, TEXT), readFileSync(0));
// Flite logs to its standard output, which carries the sound here.
const remarks = openSync(join(folder, 'remarks.txt'), 'w');
const wasi = new WASI({
  version: 'preview1',
  args: ['flite', '-voice', voice, '--setf', `duration_stretch=${stretch}`].concat(
    // A text in a file is spoken sentence by sentence, and its first word is never parsed as an option.
    ['-f', `${INSIDE}/${TEXT}`, '-o', `${INSIDE}/${SOUND}`],
  ),
  preopens: { [INSIDE]: folder },
  stdout: remarks,
  returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), wasi.getImportObject());
const code = wasi.start(instance);
closeSync(remarks);
if (code === 0) writeFileSync(1, readFileSync(join(folder, SOUND)));
process.exitCode = code;
