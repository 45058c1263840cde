// `npm run make -- STORY.txt --out OUT.zip`: makes a film from a story through the HTTP API, and saves the film beside
// a ZIP of all its parts.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { newCredentials, signInOrRegister } from './lib/account.mjs';
import { ApiClient } from './lib/api-client.mjs';
import { decodeText } from './lib/decode-text.mjs';
import { deliver } from './lib/deliver.mjs';
import { main } from './lib/main.mjs';
import { makeFilm, shortenStory } from './lib/make-film.mjs';
import { readMakeOptions, USAGE } from './lib/make-options.mjs';
import { requireNode } from './lib/node-version.mjs';
import { onServer } from './lib/running-server.mjs';

/** Files whose text the server reads; anything else is plain text. */
const HAS_STRUCTURE = /\.(?:md|markdown|docx|epub|pdf|fountain|fdx|srt|vtt)$/i;

/** @param {Uint8Array} bytes @param {string} file */
function readPlain(bytes, file) {
  const { text, encoding } = decodeText(bytes, file);
  if (encoding !== 'UTF-8') console.log(`Read ${file} as ${encoding}`);
  if (text.trim() === '') throw new Error(`${file} holds no story.`);
  return text.trim();
}

/** @param {ApiClient} client @param {Uint8Array} bytes @param {string} file */
async function readByServer(client, bytes, file) {
  const address = `/api/story-files?name=${encodeURIComponent(path.basename(file))}`;
  /** @type {{ kind: string, chapters: { text: string }[] }} */
  const { kind, chapters } = await client.json('POST', address, bytes);
  console.log(`Read ${file} as ${kind}${chapters.length > 1 ? ` of ${chapters.length} chapters` : ''}`);
  return chapters.map(({ text }) => text).join('\n\n');
}

requireNode();
await main(async () => {
  if (['--help', '-h'].some((option) => process.argv.includes(option))) return console.log(USAGE);
  const options = readMakeOptions(process.argv.slice(2), process.env);
  if (!existsSync(options.storyFile)) throw new Error(`There is no file ${options.storyFile}.`);
  const folder = path.dirname(path.resolve(options.out));
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder} to put the ZIP into.`);
  const bytes = readFileSync(options.storyFile);
  const plain = HAS_STRUCTURE.test(options.storyFile) ? null : readPlain(bytes, options.storyFile);

  await onServer(options.server, async (url) => {
    const client = new ApiClient(url);
    const credentials = options.credentials ?? newCredentials('maker');
    const how = await signInOrRegister(client, credentials, 'Maker');
    console.log(`${how === 'registered' ? 'Created the account' : 'Signed in as'} ${credentials.email}`);
    if (!options.credentials) console.log(`Its password is ${credentials.password}`);

    const story = plain ?? (await readByServer(client, bytes, options.storyFile));
    const { title, maxScenes, quality, seconds, music, clips } = options;
    const report = (/** @type {string} */ line) => console.log(line);
    /** @type {{ id: string, film: object }} */
    const { id: projectId, film } = await client.postOnce('/api/projects', { title, story });
    await client.json('PATCH', `/api/projects/${projectId}`, { film: { ...film, musicBed: music } });
    if (seconds !== undefined) await shortenStory(client, { projectId, seconds, report });
    const made = await makeFilm(client, { projectId, quality, clips, maxScenes, report });
    await deliver(client, { ...made, projectId, out: options.out, report });
    if (made.failed.length > 0) {
      throw new Error(`${made.failed.length} of the requested results are missing, as listed above.`);
    }
  });
});
