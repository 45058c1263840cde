import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { audit, auditWallets, readLogAt } from './audit-log';
import { atRandomMoment, faultSeed, GOES_ON_WITHIN_MS, seeded } from './seeded';
import { GenerationRun, workUntil } from './generation-run';
import { NodeGroup } from './node-group';
import { replayAll } from './replay-log';

const STORY = readFileSync(resolve(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');
const KILLS = 20;

describe(`two nodes on one database (FAULT_SEED=${faultSeed})`, () => {
  let group: NodeGroup;
  let runs: GenerationRun[];
  const random = seeded(faultSeed);

  beforeEach(async () => {
    group = await NodeGroup.open(2, { SANDBOX_DELAY_MS: '400' });
    await group.startAll();
    runs = group.nodes.map((node) => new GenerationRun(node, 8));
    for (const run of runs) await run.begin(STORY, 8);
  });
  afterEach(() => group.close());

  const goesOn = async (node: number): Promise<void> => {
    try {
      await runs[node]?.goesOn(GOES_ON_WITHIN_MS);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${await group.whatIsHeld()}`, { cause: error });
    }
  };

  it(`lose nothing and continue, while one or the other is killed under load at both, ${KILLS} times`, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const killed = kill % 2;
      const other = 1 - killed;
      await workUntil(
        runs,
        random,
        atRandomMoment(random, 200, 900).then(() => group.nodes[killed]?.kill()),
      );
      await goesOn(other);
      await group.nodes[killed]?.start();
      await goesOn(killed);
    }
    for (const run of runs) {
      expect([...run.failures]).toEqual([]);
      const scenes = await run.settled(180_000);
      expect(scenes.filter(({ imageStatus }) => imageStatus !== 'complete').map(({ id }) => id)).toEqual([]);
    }
    await group.stopAll();
    const log = await readLogAt(group.database.url);
    const acknowledged = {
      titles: runs.flatMap((run) => run.acknowledged.titles),
      imageJobs: runs.flatMap((run) => run.acknowledged.imageJobs),
    };
    expect([...audit(log, acknowledged), ...auditWallets(log)]).toEqual([]);
    const replayed = await replayAll(group.stores);
    expect(replayed.different).toEqual([]);
    expect(replayed.runs).toBeGreaterThanOrEqual(acknowledged.imageJobs.length);
  }, 900_000);
});
