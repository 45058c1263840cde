import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { audit, auditHome } from './audit-log';
import { atRandomMoment, draw, faultSeed, GOES_ON_WITHIN_MS, seeded } from './seeded';
import { GenerationRun, workUntil } from './generation-run';
import { postmasterOf } from './postgres-processes';
import { ServerProcess } from './server-process';

const SERVER_KILLS = draw(2, 100);
/** Number of server kills after which its Postgres is killed too; the server survives that. */
const POSTGRES_AFTER = draw(2, 5);
/** A story long enough to leave work until the last fault, but hardly longer, since the test waits for all of it. */
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
      // The server is killed within a second of each start: these deaths must not be attributed to the running jobs.
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
    // Strikes at a random moment shortly after the acknowledgement.
    await work(moment.then(() => atRandomMoment(random, 0, 60)).then(() => server.kill()));
    await server.start();
  };
  const killPostgres = async () => {
    await work(atRandomMoment(random, 100, 900).then(() => process.kill(postmasterOf(home), 'SIGKILL')));
    await run.goesOn(GOES_ON_WITHIN_MS);
  };

  const kills = `killed ${SERVER_KILLS} times, and its Postgres ${SERVER_KILLS / POSTGRES_AFTER} times`;
  it(`continues, loses nothing acknowledged, generates nothing twice and settles every zap, ${kills}`, async () => {
    for (let kill = 1; kill <= SERVER_KILLS; kill++) {
      await killServer();
      if (kill % POSTGRES_AFTER === 0) await killPostgres();
    }
    // At least one image was requested after a fault; faults outside of any generation would prove little.
    expect(run.acknowledged.imageJobs.length).toBeGreaterThan(1);
    expect([...run.failures]).toEqual([]);
    const scenes = await run.settled(180_000);
    expect(scenes.filter(({ imageStatus }) => imageStatus !== 'complete').map(({ id }) => id)).toEqual([]);
    await server.stop();
    expect(await auditHome(home, run.acknowledged)).toEqual([]);
  }, 2_400_000);
});

describe('the audit of a log', () => {
  it('finds the planted faults', () => {
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
