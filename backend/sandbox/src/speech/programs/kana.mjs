// Writes a Japanese text as it is pronounced, in Katakana: espeak-ng reads no Chinese characters in Japanese. A program of
// its own, since its dictionary takes 400 MB of memory while it is open.
//   node kana.mjs PACKAGE < text > text
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [, , folder = ''] = process.argv;

/**
 * @typedef {{ surface_form: string, pos: string, reading?: string, pronunciation?: string }} Token
 * @typedef {{ tokenize: (text: string) => Token[] }} Tokenizer
 * @typedef {(error: Error | null, tokenizer: Tokenizer) => void} Built
 * @typedef {{ builder: (options: { dicPath: string }) => { build: (built: Built) => void } }} Kuromoji
 */
const kuromoji = /** @type {Kuromoji} */ (createRequire(import.meta.url)(folder));

/** Parts of speech that are pronounced together with the word before them: particles, verb endings and signs. */
const CLINGING = ['助詞', '助動詞', '記号'];

const text = readFileSync(0, 'utf8').replaceAll(/(\p{Script=Han})々/gu, '$1$1');
kuromoji.builder({ dicPath: join(folder, 'dict') }).build((error, tokenizer) => {
  if (error) throw error;
  const said = tokenizer.tokenize(text).map(({ surface_form, pos, reading, pronunciation }) => {
    const sound = pronunciation ?? reading ?? surface_form;
    return CLINGING.includes(pos) ? sound : ` ${sound}`;
  });
  writeFileSync(1, said.join('').trim());
});
