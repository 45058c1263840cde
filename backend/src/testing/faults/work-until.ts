import type { GenerationRun } from './generation-run';
import { atRandomMoment } from './seeded';

/** Lets creators work, each at a pace of its own, until something has happened. @throws what that fails with */
export async function workUntil(runs: GenerationRun[], random: () => number, until: Promise<unknown>): Promise<void> {
  let over = false;
  void until.finally(() => (over = true)).catch(() => undefined);
  const work = async (run: GenerationRun): Promise<void> => {
    while (!over) {
      await run.step();
      await atRandomMoment(random, 5, 30);
    }
  };
  await Promise.all(runs.map(work));
  await until;
}
