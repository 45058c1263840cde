import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { audit, auditHome } from './audit-log';
import { draw, faultSeed, GOES_ON_WITHIN_MS } from './draw';
import { GenerationRun } from './generation-run';
import { postmasterOf } from './postgres-processes';
import { atRandomMoment, seeded } from './seeded';
import { ServerProcess } from './server-process';
import { workUntil } from './work-until';

const SERVER_KILLS = draw(2, 100);
/** After so many kills of the server its Postgres is killed, which the server outlives. */
const POSTGRES_AFTER = draw(2, 5);
/** There is something to generate until the last fault, and little more, since all of it is waited for. */
const STORY = draw('the-night-bus.txt', 'the-lighthouse-keeper.txt');
const PROJECTS = draw(1, 8);
const IMAGES_EVERY = draw(2, 8);

describe(`a generation run under kill -9 (FAULT_SEED=${faultSeed})`, () => {
  let home: string;
  let server: ServerProcess;
  let run: GenerationRun;
  const random = seeded(faultSeed);

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-faults-'));
    server = new ServerProcess({
      STORYREEL_HOME: home,
      SANDBOX_DELAY_MS: '400',
      // A second after each start the server is killed again: what it makes then is not what kills it.
      NODE_DEATHS: '1000',
    });
    await server.start();
    run = new GenerationRun(server, IMAGES_EVERY);
    await run.begin(readFileSync(resolve(__dirname, '../../../../examples', STORY), 'utf8'), PROJECTS);
  });
  afterEach(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const work = (until: Promise<unknown>) => workUntil([run], random, until);
  const killServer = async () => {
    const moment = Promise.all([atRandomMoment(random, 20, 700), run.acknowledges(2)]);
    // Not at the acknowledgement itself, but anywhere in what comes after it.
    await work(moment.then(() => atRandomMoment(random, 0, 60)).then(() => server.kill()));
    await server.start();
  };
  const killPostgres = async () => {
    await work(atRandomMoment(random, 100, 900).then(() => process.kill(postmasterOf(home), 'SIGKILL')));
    await run.goesOn(GOES_ON_WITHIN_MS);
  };

  const kills = `killed ${SERVER_KILLS} times, and its Postgres ${SERVER_KILLS / POSTGRES_AFTER} times`;
  it(`goes on, loses nothing acknowledged, generates nothing twice and settles every zap, ${kills}`, async () => {
    for (let kill = 1; kill <= SERVER_KILLS; kill++) {
      await killServer();
      if (kill % POSTGRES_AFTER === 0) await killPostgres();
    }
    // One was asked for after a fault; faults that struck no other would have proven little.
    expect(run.acknowledged.imageJobs.length).toBeGreaterThan(1);
    expect([...run.failures]).toEqual([]);
    const scenes = await run.settled(180_000);
    expect(scenes.filter(({ imageStatus }) => imageStatus !== 'complete').map(({ id }) => id)).toEqual([]);
    await server.stop();
    expect(await auditHome(home, run.acknowledged)).toEqual([]);
  }, 2_400_000);
});

describe('the audit of a log', () => {
  it('finds the faults that are planted in it', () => {
    const event = (type: string, data: object, streamId = 'project-p', index = 0) =>
      ({ type, data, streamId, revision: BigInt(index) }) as never;
    const log = [
      event('ImageJobQueued', { jobId: 'a', sceneId: 's' }),
      event('ImageJobQueued', { jobId: 'b', sceneId: 's' }),
      event('ImageJobCompleted', { jobId: 'a', sceneId: 's' }),
      event('ImageJobCompleted', { jobId: 'a', sceneId: 's' }),
      event('ZapsReserved', { holdId: 'h', postings: [{ units: 1 }] }, 'wallet-u'),
    ];
    const found = audit(log, {
      titles: [{ sceneId: 's', title: 'T' }],
      imageJobs: [{ jobId: 'lost', sceneId: 's' }],
    });
    expect(found).toEqual([
      'lost the acknowledged T of s',
      'lost the acknowledged job lost',
      'scene s was queued twice',
      'job a ended twice',
      'job b never ended',
      'the postings of ZapsReserved at 0 sum to 1',
      'the hold h was closed 0 times: ZapsReserved',
    ]);
  });
});
