// `npm run make -- STORY.txt --out OUT.zip`: a storyboard with videos of a story, and a film of it beside the ZIP,
// through the HTTP API.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { newCredentials, signInOrRegister } from './lib/account.mjs';
import { ApiClient } from './lib/api-client.mjs';
import { decodeText } from './lib/decode-text.mjs';
import { main } from './lib/main.mjs';
import { makeFilm } from './lib/make-film.mjs';
import { FILM_ZAPS, makeStoryboard } from './lib/make-storyboard.mjs';
import { readMakeOptions } from './lib/make-options.mjs';
import { requireNode } from './lib/node-version.mjs';
import { withServer } from './lib/with-server.mjs';

requireNode();
await main(async () => {
  const options = readMakeOptions(process.argv.slice(2), process.env);
  if (!existsSync(options.storyFile)) throw new Error(`There is no file ${options.storyFile}.`);
  const folder = path.dirname(path.resolve(options.out));
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder} to put the ZIP into.`);
  const { text, encoding } = decodeText(readFileSync(options.storyFile), options.storyFile);
  const story = text.trim();
  if (encoding !== 'UTF-8') console.log(`Read ${options.storyFile} as ${encoding}`);
  if (story === '') throw new Error(`${options.storyFile} holds no story.`);

  await withServer({ url: options.server }, async (url) => {
    const client = new ApiClient(url);
    const credentials = options.credentials ?? newCredentials('maker');
    const how = await signInOrRegister(client, credentials, 'Maker');
    console.log(`${how === 'registered' ? 'Created the account' : 'Signed in as'} ${credentials.email}`);
    if (!options.credentials) console.log(`Its password is ${credentials.password}`);

    const { title, maxScenes } = options;
    const report = (/** @type {string} */ line) => console.log(line);
    const board = await makeStoryboard(client, { story, title, maxScenes, keepZaps: FILM_ZAPS, report });
    const { film, ...made } = await makeFilm(client, { projectId: board.projectId, report });
    await client.download(`/api/projects/${board.projectId}/download-all`, options.out);
    for (const line of [...board.skipped, ...made.skipped]) console.log(`Skipped: ${line}`);
    const { scenes, pictures, clips } = board;
    console.log(
      `Wrote ${options.out}: ${scenes} ${scenes === 1 ? 'scene' : 'scenes'}, ${pictures} with pictures, ${clips} with a clip`,
    );
    if (film) await saveFilm(client, film, options.out);
    const failed = [...board.failed, ...made.failed];
    if (failed.length > 0) {
      throw new Error(`Not everything could be made:\n${failed.map((line) => `  ${line}`).join('\n')}`);
    }
  });
});

/**
 * Beside the ZIP, with its captions, as players look for them.
 * @param {ApiClient} client
 * @param {NonNullable<Awaited<ReturnType<typeof makeFilm>>['film']>} film
 * @param {string} zip
 */
async function saveFilm(client, { files, quality }, zip) {
  const beside = zip.slice(0, zip.length - path.extname(zip).length);
  await client.download(files.url, `${beside}.mp4`);
  await client.download(files.srtUrl, `${beside}.srt`);
  console.log(`Wrote ${beside}.mp4: a film of ${files.seconds.toFixed(1)} s, ${quality}`);
}
