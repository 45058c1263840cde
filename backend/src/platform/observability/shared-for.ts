/** As `work`, done once for all who ask while it is under way, and for so long after it succeeded. */
export function coalesce<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  let freshUntil = Infinity;
  return () => {
    if (current && performance.now() < freshUntil) return current;
    const mine = work();
    current = mine;
    freshUntil = Infinity;
    mine.then(
      () => (freshUntil = performance.now() + ms),
      () => (current = null),
    );
    return mine;
  };
}
