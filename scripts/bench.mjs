// `npm run bench`: shows every figure beside its baseline, measured in the same run on this machine. `-- --help` lists
// the measurements, `-- --json` prints rows for a program.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { benchTable } from './bench/measure.mjs';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { BENCH_BUILD } from './lib/paths.mjs';
import { ensureAllBuilt, ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { secondsSince } from './lib/run.mjs';
import { startServer } from './lib/server.mjs';
import { STANDALONE } from './lib/standalone.mjs';
import { table } from './lib/table.mjs';

/** @typedef {import('./bench/measure.mjs').BenchRow} BenchRow */
/** @typedef {{ newDatabase(): Promise<string>, folder: string }} Place */

const require = createRequire(import.meta.url);
const built = (/** @type {string} */ file) => require(path.join(BENCH_BUILD, file));

/** @type {Record<string, (place: Place) => Promise<BenchRow[]>>} */
const BENCHES = {
  appends: async ({ newDatabase }) => built('bench/appends.js').benchAppends(await newDatabase()),
  views: async ({ newDatabase }) => built('bench/views.js').benchViews(await newDatabase()),
  first: async ({ newDatabase }) => built('bench/first-command.js').benchFirstCommand(await newDatabase()),
  history: async ({ newDatabase }) => built('bench/history.js').benchHistory(await newDatabase()),
  ledger: async ({ newDatabase }) => built('bench/ledger.js').benchLedger(await newDatabase()),
  pages: async ({ newDatabase }) => built('bench/ledger-pages.js').benchLedgerPages(await newDatabase()),
  http: async (place) => {
    const { benchHttpCommands } = await import('./bench/http-commands.mjs');
    return againstServer(place, async (url) => benchHttpCommands({ url, databaseUrl: await place.newDatabase() }));
  },
  memory: async ({ newDatabase, folder }) => {
    const { benchMemory } = await import('./bench/memory.mjs');
    const databaseUrl = await newDatabase();
    const env = { ...STANDALONE, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
    const { fillStories } = built('bench/memory.js');
    return benchMemory({ home: path.join(folder, 'memory'), env, databaseUrl, fillStories });
  },
  resident: async ({ newDatabase, folder }) => {
    const { benchResident } = await import('./bench/resident.mjs');
    const env = { ...STANDALONE, DATABASE_URL: await newDatabase(), LOG_LEVEL: 'warn' };
    return benchResident({ home: path.join(folder, 'resident'), env }, { full: values.full ?? false });
  },
  push: async (place) => {
    const { benchPushLatency } = await import('./bench/push-latency.mjs');
    const { PUSH_EVENT, PING_EVENT } = require('@storyreel/contracts');
    return againstServer(place, (url) => benchPushLatency({ url, pushEvent: PUSH_EVENT, pingEvent: PING_EVENT }));
  },
  loads: async (place) => {
    const { benchPageLoads } = await import('./bench/page-loads.mjs');
    return againstServer(place, (url) => benchPageLoads({ url }));
  },
  edits: async (place) => {
    const { benchEdits } = await import('./bench/edits.mjs');
    return againstServer(place, (url) => benchEdits({ url }));
  },
  film: async ({ folder }) => built('bench/film.js').benchFilm(path.join(folder, 'film')),
  story: async (place) => {
    const { benchStoryFilm } = await import('./bench/story-film.mjs');
    return againstServer(place, (url) => benchStoryFilm({ url, folder: place.folder }));
  },
  lists: async (place) => {
    const { benchLists } = await import('./bench/lists.mjs');
    return againstServer(place, (url) => benchLists({ url }));
  },
  bodies: async (place) => {
    const { benchLargeBodies } = await import('./bench/large-bodies.mjs');
    return againstServer(place, (url) => benchLargeBodies({ url }));
  },
  screens: async (place) => {
    const { benchScreens } = await import('./bench/screens.mjs');
    return againstServer(place, (url) => benchScreens({ url }));
  },
};

/** @param {Place} place @param {(url: string) => Promise<BenchRow[]>} measure */
async function againstServer(place, measure) {
  const env = {
    ...STANDALONE,
    DATABASE_URL: await place.newDatabase(),
    LOG_LEVEL: 'warn',
    AUTH_ATTEMPTS_PER_MINUTE: '100000',
  };
  const server = await startServer({ home: path.join(place.folder, 'home'), env });
  try {
    return await measure(server.url);
  } finally {
    await server.stop();
  }
}

const { values } = readOptions(
  `npm run bench [-- --only ${Object.keys(BENCHES).join('|')}]... [--full] [--json]
--full makes 'resident' do all of its work, with ten minutes of rest: an hour on two cores.`,
  {
    options: { only: { type: 'string', multiple: true }, full: { type: 'boolean' }, json: { type: 'boolean' } },
  },
);

requireNode();
await main(async () => {
  const names = Object.keys(BENCHES);
  const chosen = names.filter((name) => !values.only || values.only.includes(name));
  if (chosen.length === 0) throw new Error(`--only takes ${names.join(', ')}.`);
  await ensureInstalled();
  await ensureAllBuilt();
  await ensureBuilt('bench');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-bench-'));
  const postgres = await built('infra/embedded-postgres').startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    settings: { max_connections: 300 },
  });
  let databases = 0;
  const newDatabase = async () => {
    const { Client } = require('pg');
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const name = `bench_${(databases += 1)}`;
    await client.query(`create database ${name} template template0`);
    await client.end();
    return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  };
  try {
    /** @type {BenchRow[]} */
    const rows = [];
    for (const name of chosen) {
      const startedAt = performance.now();
      rows.push(...((await BENCHES[name]?.({ newDatabase, folder })) ?? []));
      console.error(`${name}: ${secondsSince(startedAt)}`);
    }
    if (values.json) console.log(JSON.stringify(rows, null, 2));
    else console.log(`\n${table(['what', 'ours', 'baseline', 'ratio', 'aim', ''], benchTable(rows))}`);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
