import type { Timers } from '../platform/autosave/autosave-types';

export interface ManualTimers extends Timers {
  /** Advances the clock: timers run in order of their due time, and promises settle in between. */
  advance(ms: number): Promise<void>;
  pending(): number;
}

const settlePromises = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** Returns a clock that moves only by `advance`. */
export function manualTimers(start = 0): ManualTimers {
  let now = start;
  let nextId = 1;
  const due = new Map<number, { at: number; run: () => void }>();
  return {
    now: () => now,
    setTimeout(run, ms) {
      due.set(nextId, { at: now + ms, run });
      return nextId++;
    },
    clearTimeout: (handle) => void due.delete(handle as number),
    pending: () => due.size,
    async advance(ms) {
      const until = now + ms;
      await settlePromises();
      for (;;) {
        const next = [...due].sort(([, a], [, b]) => a.at - b.at)[0];
        if (!next || next[1].at > until) break;
        due.delete(next[0]);
        now = next[1].at;
        next[1].run();
        await settlePromises();
      }
      now = until;
    },
  };
}
