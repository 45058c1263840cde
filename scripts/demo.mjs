// `npm run demo`: makes an account with a finished sample project and its film through the API of a running server (`--
// --server URL`, by default the one on PORT), or of one that is started for it on the same data directory.
import { readFileSync } from 'node:fs';
import { newCredentials, signInOrRegister } from './lib/account.mjs';
import { ApiClient } from './lib/api-client.mjs';
import { main } from './lib/main.mjs';
import { makeFilm } from './lib/make-film.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { inRoot } from './lib/paths.mjs';
import { onServer, runningServer } from './lib/running-server.mjs';
import { toolCommand } from './lib/tool-command.mjs';

const SAMPLE = { file: 'examples/the-lighthouse-keeper.txt', title: 'The Keeper of Gull Point', maxScenes: 8 };

const { values } = readOptions(toolCommand('demo', '[--server URL] [--email E --password P]'), {
  options: { server: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' } },
});

requireNode();
await main(async () => {
  const { email, password } = values;
  if (Boolean(email) !== Boolean(password)) throw new Error('--email and --password go together.');
  const credentials = email && password ? { email, password } : newCredentials('demo');
  const running = values.server ?? (await runningServer());
  await onServer(running, async (url) => {
    const client = new ApiClient(url);
    await signInOrRegister(client, credentials, 'Demo');
    const story = readFileSync(inRoot(SAMPLE.file), 'utf8').trim();
    const { title, maxScenes } = SAMPLE;
    const report = (/** @type {string} */ line) => console.log(line);
    /** @type {{ id: string }} */
    const { id: projectId } = await client.postOnce('/api/projects', { title, story });
    const { failed } = await makeFilm(client, { projectId, maxScenes, clips: true, report });
    if (failed.length > 0) throw new Error(failed.join('\n'));
    await client.json('PATCH', `/api/projects/${projectId}`, { status: 'complete' });
  });
  console.log(`\nSign in at ${running ?? 'the address that npm start prints'} with`);
  console.log(`  e-mail    ${credentials.email}\n  password  ${credentials.password}`);
});
