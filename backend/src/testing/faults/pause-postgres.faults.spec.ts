import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { auditHome } from './audit-log';
import { atRandomMoment, faultSeed, GOES_ON_WITHIN_MS, seeded } from './seeded';
import { GenerationRun, workUntil } from './generation-run';
import { pausePostgres } from './postgres-processes';
import { ServerProcess } from './server-process';

const STORY = readFileSync(resolve(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');
const PAUSES = 20;
const PAUSE_MS = 15_000;

describe(`a server whose Postgres hangs for ${PAUSE_MS / 1000} s (FAULT_SEED=${faultSeed})`, () => {
  let home: string;
  let server: ServerProcess;
  let run: GenerationRun;
  let goOn: (() => void) | null = null;
  const random = seeded(faultSeed);

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-faults-'));
    server = new ServerProcess({ STORYREEL_HOME: home, SANDBOX_DELAY_MS: '400' });
    await server.start();
    run = new GenerationRun(server, 16);
    await run.begin(STORY, 6);
  });
  afterEach(async () => {
    goOn?.();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it(`continues after each pause, keeps acknowledged writes, and answers late or 503 meanwhile, ${PAUSES} times`, async () => {
    for (let pause = 0; pause < PAUSES; pause++) {
      await workUntil([run], random, atRandomMoment(random, 200, 1_000));
      goOn = pausePostgres(home);
      await workUntil(
        [run],
        random,
        atRandomMoment(random, PAUSE_MS, PAUSE_MS).then(() => {
          goOn?.();
          goOn = null;
        }),
      );
      await run.goesOn(GOES_ON_WITHIN_MS);
      expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    }
    expect([...run.failures]).toEqual([]);
    const scenes = await run.settled(180_000);
    expect(scenes.filter(({ imageStatus }) => imageStatus !== 'complete').map(({ id }) => id)).toEqual([]);
    await server.stop();
    expect(await auditHome(home, run.acknowledged)).toEqual([]);
  }, 1_200_000);
});
