import type { GenerationRun } from './generation-run';
import { atRandomMoment } from './seeded';

/** Runs the creators, each at its own pace, until a promise settles. @throws its rejection */
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
