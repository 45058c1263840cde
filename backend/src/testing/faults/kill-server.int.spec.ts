import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { audit, auditWallets, readLog } from './audit-log';
import { draw, faultSeed, GOES_ON_WITHIN_MS } from './draw';
import { GenerationRun } from './generation-run';
import { postmasterOf } from './postgres-processes';
import { atRandomMoment, seeded } from './seeded';
import { replayAll } from './replay-log';
import { ServerProcess } from './server-process';
import { workUntil } from './work-until';

const STORY = readFileSync(resolve(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');
const SERVER_KILLS = draw(5, 100);
const POSTGRES_KILLS = draw(2, 20);
/** There is something to generate until the last fault. */
const PROJECTS = draw(1, 8);

describe(`a generation run under kill -9 (FAULT_SEED=${faultSeed})`, () => {
  let home: string;
  let server: ServerProcess;
  let run: GenerationRun;
  const random = seeded(faultSeed);

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-faults-'));
    server = new ServerProcess({ STORYREEL_HOME: home, SANDBOX_DELAY_MS: '400' });
    await server.start();
    run = new GenerationRun(server, 8);
    await run.begin(STORY, PROJECTS);
  });
  afterEach(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const work = (until: Promise<unknown>) => workUntil([run], random, until);
  const auditAll = async () => {
    expect([...run.failures]).toEqual([]);
    const scenes = await run.settled(180_000);
    expect(scenes.filter(({ imageStatus }) => imageStatus !== 'complete').map(({ id }) => id)).toEqual([]);
    await server.stop();
    const log = await readLog(home);
    expect([...audit(log, run.acknowledged), ...auditWallets(log)]).toEqual([]);
    expect(await replayAll({ home: home })).toMatchObject({ runs: expect.any(Number) as number, different: [] });
  };

  it(`loses nothing acknowledged, generates nothing twice and settles every zap, killed ${SERVER_KILLS} times`, async () => {
    for (let kill = 0; kill < SERVER_KILLS; kill++) {
      const moment = Promise.all([atRandomMoment(random, 20, 700), run.acknowledges(2)]);
      // Not at the acknowledgement itself, but anywhere in what comes after it.
      await work(moment.then(() => atRandomMoment(random, 0, 60)).then(() => server.kill()));
      await server.start();
    }
    await run.goesOn(GOES_ON_WITHIN_MS);
    await auditAll();
  }, 1_800_000);

  it(`goes on by itself after each time that its Postgres is killed, ${POSTGRES_KILLS} times`, async () => {
    for (let kill = 0; kill < POSTGRES_KILLS; kill++) {
      await work(atRandomMoment(random, 100, 900).then(() => process.kill(postmasterOf(home), 'SIGKILL')));
      await run.goesOn(GOES_ON_WITHIN_MS);
    }
    await auditAll();
  }, 600_000);
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
