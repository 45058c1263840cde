/** A film tells so many times how far it is, however long it takes: what is stored of it does not grow with it. */
const TIMES = 20;

/** Passes on, one after the other, only what is a step further; a step that cannot be stored is left out. */
export function throttleProgress(tell: (progress: number, step: string) => Promise<void>): {
  hear: (progress: number, step: string) => void;
  settled(): Promise<void>;
} {
  let told = 0;
  let line = Promise.resolve();
  return {
    hear(progress, step) {
      const reached = Math.floor(progress * TIMES) / TIMES;
      if (reached <= told) return;
      told = reached;
      // The film does not fail for want of its progress.
      line = line.then(() => tell(reached, step)).catch(() => undefined);
    },
    settled: () => line,
  };
}
