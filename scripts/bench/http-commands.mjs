import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from '../lib/paths.mjs';
import { newUserWithScene } from './bench-user.mjs';
import { leanClient } from './lean-client.mjs';
import { inTurn, perSecond, rate } from './measure.mjs';

const CLIENTS = 32;

/**
 * Measures PATCHes of a scene's title per second, each answered once the views show it, against the bare server's
 * calls.
 * @param {{ url: string, databaseUrl: string, rounds?: number, roundMs?: number }} options `databaseUrl`: for the bare
 * server, on the same Postgres
 * @returns {Promise<import('./measure.mjs').BenchRow[]>}
 */
export async function benchHttpCommands({ url, databaseUrl, rounds = 5, roundMs = 2_000 }) {
  const bare = spawn(process.execPath, [inRoot('scripts/bench/bare-server.mjs')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(bare.stdout, 'data');
    const bareUrl = `http://127.0.0.1:${String(line).trim()}`;
    const users = await Promise.all(Array.from({ length: CLIENTS }, () => newUserWithScene(url)));
    const ours = users.map(({ api }) => leanClient(url, { cookie: api.cookieHeader }));
    const theirs = users.map(() => leanClient(bareUrl));
    let version = 0;
    const title = () => ({ title: `Title ${(version += 1)}` });
    const figures = await inTurn(
      {
        ours: () =>
          perSecond(CLIENTS, roundMs, async (i) => ours[i]?.call('PATCH', `/api/scenes/${users[i]?.sceneId}`, title())),
        bare: () => perSecond(CLIENTS, roundMs, async (i) => theirs[i]?.call('PATCH', `/scenes/${i}`, title())),
      },
      rounds,
    );
    for (const client of [...ours, ...theirs]) client.close();
    return [rate(`commands over HTTP, ${CLIENTS} clients, view caught up`, figures.ours, figures.bare, 0.6)];
  } finally {
    bare.kill('SIGTERM');
    if (bare.exitCode === null) await once(bare, 'exit');
  }
}
