import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@storyreel/ffmpeg';
import { agent } from 'supertest';
import { freePort } from '../../infra/embedded-postgres/server-process';
import { eventually } from '../eventually';
import { FILM_WITHIN_MS, askForFilm, endedFilm, filmsOf, filmsPath, projectOf } from '../film-stage';
import type { TestUser } from '../node-stage';
import { auditWallets, readLog } from './audit-log';
import { atRandomMoment, faultSeed, seeded } from './seeded';
import { replayAll } from './replay-log';
import { ServerProcess } from './server-process';

const COLOURS = ['red', 'green', 'blue', 'yellow', 'purple', 'orange'];
const SCENE_SECONDS = 3;
const KILLS = 10;
/** Progress of the film at which it is cancelled. */
const CANCELLED_AT = [0.05, 0.3, 0.7];
const FREE_ZAPS = 100;
const PRICE = 1;

describe(`a film that is being made (FAULT_SEED=${faultSeed})`, () => {
  let home: string;
  let log: string;
  let server: ServerProcess;
  let user: Pick<TestUser, 'agent'>;
  let projectId: string;
  const random = seeded(faultSeed);

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-faults-'));
    log = join(home, 'ffmpeg.log');
    const ffmpeg = join(home, 'ffmpeg');
    writeFileSync(ffmpeg, `#!/bin/sh\necho "$@" >> '${log}'\nexec '${await findFfmpeg()}' "$@"\n`);
    chmodSync(ffmpeg, 0o755);
    const port = String(await freePort());
    server = new ServerProcess({ STORYREEL_HOME: join(home, 'server'), PORT: port, FFMPEG_PATH: ffmpeg });
    await server.start();
    user = { agent: agent(server.url) };
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery', firstName: 'Ada' };
    await user.agent.post('/api/register').send(account).expect(201);
    projectId = await projectOf(user, COLOURS, SCENE_SECONDS);
  }, FILM_WITHIN_MS);
  afterEach(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const inHome = (...names: string[]) => join(home, 'server', ...names);
  const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
  /** Number of completely rendered scenes on disk. */
  const finished = () =>
    namesIn(inHome('films', 'parts')).filter((part) => existsSync(inHome('films', 'parts', part, 'body.mp4'))).length;
  /** Number of scenes that ffmpeg was started for. */
  const rendered = () =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line.includes('[picture]')).length
      : 0;
  const balance = async () => ((await user.agent.get('/api/credits/balance')).body as { balance: number }).balance;
  const reached = (filmId: string, share: number) =>
    eventually(
      `${share} of the film`,
      async () => {
        const film = (await filmsOf(user, projectId)).find(({ id }) => id === filmId);
        return film && film.status === 'processing' && film.progress >= share ? film : null;
      },
      FILM_WITHIN_MS,
    );

  it(
    `continues with the finished scenes and is charged once, whenever the server is killed, ${KILLS} times`,
    async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        rmSync(inHome('films', 'parts'), { recursive: true, force: true });
        const filmId = await askForFilm(user, projectId, '720p');
        await reached(filmId, 0.05 + (0.85 * kill) / Math.max(1, KILLS - 1));
        await atRandomMoment(random, 0, 200);
        await server.kill();
        const whole = finished();
        const before = rendered();
        await server.start();
        const film = await endedFilm(user, projectId);
        expect(film).toMatchObject({ id: filmId, status: 'succeeded', error: null });
        expect(film.files?.seconds).toBeCloseTo(COLOURS.length * SCENE_SECONDS, 1);
        // The kill may come after everything was written.
        const again = rendered() - before;
        expect([COLOURS.length - whole, 0]).toContain(again);
        expect(await balance()).toBe(FREE_ZAPS - PRICE * (kill + 1));
        await user.agent.delete(`${filmsPath(projectId)}/${filmId}`).expect(200);
      }
      expect(namesIn(inHome('films', 'work'))).toEqual([]);
      await server.stop();
      const events = await readLog(inHome());
      expect(auditWallets(events)).toEqual([]);
      const count = (type: string) => events.filter((event) => event.type === type).length;
      expect([count('FilmJobCompleted'), count('FilmJobFailed'), count('ZapsSettled')]).toEqual([KILLS, 0, KILLS]);
      expect(await replayAll({ home: inHome() })).toMatchObject({ runs: KILLS, different: [] });
    },
    KILLS * 2 * FILM_WITHIN_MS,
  );

  it(
    `leaves no file and costs nothing when it is canceled, at ${CANCELLED_AT.join(', ')} of it`,
    async () => {
      const stored = () => readdirSync(inHome('media'), { recursive: true }).map(String).sort();
      const before = stored();
      for (const share of CANCELLED_AT) {
        rmSync(inHome('films', 'parts'), { recursive: true, force: true });
        const filmId = await askForFilm(user, projectId, '1080p');
        await reached(filmId, share);
        await user.agent.post(`${filmsPath(projectId)}/${filmId}/cancel`).expect(200);
        const isEmpty = () => Promise.resolve(namesIn(inHome('films', 'work')).length === 0 || null);
        await eventually('The end of the work', isEmpty, FILM_WITHIN_MS);
        expect((await filmsOf(user, projectId))[0]).toMatchObject({ id: filmId, status: 'failed', files: null });
        await eventually('The zaps', async () => (await balance()) === FREE_ZAPS || null, FILM_WITHIN_MS);
        expect(stored()).toEqual(before);
      }
      await server.stop();
      expect(auditWallets(await readLog(inHome()))).toEqual([]);
    },
    CANCELLED_AT.length * 2 * FILM_WITHIN_MS,
  );
});
