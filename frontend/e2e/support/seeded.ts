/** Returns a generator of numbers from 0 to 1 that the seed determines (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick<T>(things: readonly T[]): T {
      const thing = things[Math.floor(next() * things.length)];
      if (thing === undefined) throw new Error('Nothing to pick from.');
      return thing;
    },
  };
}
export type Random = ReturnType<typeof seeded>;
