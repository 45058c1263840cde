import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { audit, readLog } from './audit-log';
import { GenerationRun } from './generation-run';
import { atRandomMoment, eventually, seeded } from './seeded';
import { ServerProcess } from './server-process';

const STORY = readFileSync(resolve(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

describe(`a generation run under kill -9 (FAULT_SEED=${seed})`, () => {
  let home: string;
  let server: ServerProcess;
  let run: GenerationRun;
  const random = seeded(seed);

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-faults-'));
    server = new ServerProcess({ STORYREEL_HOME: home, SANDBOX_DELAY_MS: '400' });
    await server.start();
    run = new GenerationRun(server);
    await run.begin(STORY);
  });
  afterEach(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const work = async (until: Promise<unknown>): Promise<void> => {
    let over = false;
    void until.finally(() => (over = true));
    while (!over) {
      await run.step();
      await atRandomMoment(random, 5, 30);
    }
  };

  it('loses nothing acknowledged, generates nothing twice and settles every zap, killed 20 times', async () => {
    for (let kill = 0; kill < 20; kill++) {
      const moment = Promise.all([atRandomMoment(random, 20, 700), run.acknowledges(2)]);
      // Not at the acknowledgement itself, but anywhere in what comes after it.
      await work(moment.then(() => atRandomMoment(random, 0, 60)).then(() => server.kill()));
      await server.start();
    }
    const scenes = await run.settled(120_000);
    expect(scenes.every((scene) => scene.imageStatus === 'complete')).toBe(true);
    await server.stop();
    const log = await readLog(home);
    expect(audit(log, run.acknowledged)).toEqual([]);
  }, 300_000);

  it('survives its Postgres being killed 5 times', async () => {
    const pidFile = join(home, 'postgres', 'postmaster.pid');
    const postmaster = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    for (let kill = 0; kill < 5; kill++) {
      const pid = postmaster();
      await work(
        atRandomMoment(random, 100, 900).then(async () => {
          process.kill(pid, 'SIGKILL');
          await eventually(
            'The new Postgres',
            async () => {
              const answer = await fetch(`${server.url}/api/ready`).catch(() => null);
              return answer?.status === 200 && postmaster() !== pid ? true : null;
            },
            60_000,
          );
        }),
      );
    }
    await run.settled(120_000);
    await server.stop();
    expect(audit(await readLog(home), run.acknowledged)).toEqual([]);
  }, 300_000);
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
