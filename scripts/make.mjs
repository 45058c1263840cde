// `npm run make -- STORY.txt --out OUT.zip`: a storyboard with videos of a story, through the HTTP API.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { newCredentials, signInOrRegister } from './lib/account.mjs';
import { ApiClient } from './lib/api-client.mjs';
import { main } from './lib/main.mjs';
import { makeStoryboard } from './lib/make-storyboard.mjs';
import { readMakeOptions } from './lib/make-options.mjs';
import { requireNode } from './lib/node-version.mjs';
import { withServer } from './lib/with-server.mjs';

requireNode();
await main(async () => {
  const options = readMakeOptions(process.argv.slice(2), process.env);
  if (!existsSync(options.storyFile)) throw new Error(`There is no file ${options.storyFile}.`);
  const folder = path.dirname(path.resolve(options.out));
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder} to put the ZIP into.`);
  const story = readFileSync(options.storyFile, 'utf8').trim();
  if (story === '') throw new Error(`${options.storyFile} holds no story.`);

  await withServer({ url: options.server }, async (url) => {
    const client = new ApiClient(url);
    const credentials = options.credentials ?? newCredentials('maker');
    const how = await signInOrRegister(client, credentials, 'Maker');
    console.log(`${how === 'registered' ? 'Created the account' : 'Signed in as'} ${credentials.email}`);
    if (!options.credentials) console.log(`Its password is ${credentials.password}`);

    const { title, maxScenes } = options;
    const made = await makeStoryboard(client, { story, title, maxScenes, report: (line) => console.log(line) });
    await client.download(`/api/projects/${made.projectId}/download-all`, options.out);
    for (const line of made.skipped) console.log(`Skipped: ${line}`);
    console.log(
      `Wrote ${options.out}: ${made.scenes} scenes, ${made.pictures} with pictures, ${made.clips} with a clip`,
    );
    if (made.failed.length > 0) {
      throw new Error(`Not everything could be made:\n${made.failed.map((line) => `  ${line}`).join('\n')}`);
    }
  });
});
