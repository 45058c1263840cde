// Runs the espeak-ng that comes as a package, as if it were the system's program. espeak-ng is under the GNU General
// Public Licence, version 3 or later: only this program loads it; the server starts this program as a child process.
//   node espeak-ng.mjs URL VOICE PACE < text > wav
import { readFileSync, writeFileSync } from 'node:fs';

const [, , url = '', voice = '', pace = ''] = process.argv;

/**
 * @typedef {{ writeFile: (path: string, data: Uint8Array) => void, readFile: (path: string) => Uint8Array,
 *   analyzePath: (path: string) => { exists: boolean } }} Files in its memory
 * @typedef {{ arguments: string[], preRun: ((program: { FS: Files }) => void)[],
 *   print: (line: string) => void, printErr: (line: string) => void }} Start
 */
const { default: espeak } = /** @type {{ default: (start: Start) => Promise<{ FS: Files }> }} */ (await import(url));

const TEXT = '/text.txt';
const SOUND = '/speech.wav';
/** @type {string[]} */
const remarks = [];
const remark = (/** @type {string} */ line) => void remarks.push(line);

const { FS } = await espeak({
  arguments: ['-v', voice, '-s', pace, '-b', '1', '-f', TEXT, '-w', SOUND],
  preRun: [(program) => program.FS.writeFile(TEXT, readFileSync(0))],
  print: remark,
  printErr: remark,
});
// espeak-ng writes no sound file on any failure, nor for a text without anything to say.
if (FS.analyzePath(SOUND).exists) writeFileSync(1, FS.readFile(SOUND));
else {
  console.error(remarks.join('\n'));
  process.exitCode = 1;
}
