/** A small seeded random generator: the same label gives the same numbers on every machine. */
export interface Random {
  next(): number;
  range(low: number, high: number): number;
  int(low: number, high: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
  sign(): 1 | -1;
  /** Returns an independent generator, so that a detail added in one place leaves the others unchanged. */
  fork(label: string): Random;
}

/** FNV-1a with a final avalanche; 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

export function createRandom(label: string): Random {
  let state = hash(label);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  const range = (low: number, high: number): number => low + next() * (high - low);
  return {
    next,
    range,
    int: (low, high) => Math.floor(range(low, high + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (probability) => next() < probability,
    sign: () => (next() < 0.5 ? -1 : 1),
    fork: (name) => createRandom(`${label}/${name}`),
  };
}

/** Returns smooth one-dimensional noise between -1 and 1, with `octaves` layers of finer detail. */
export function noiseLine(random: Random, octaves: number, roughness = 0.5): (x: number) => number {
  const lattices = Array.from({ length: octaves }, () => Array.from({ length: 64 }, () => random.range(-1, 1)));
  const at = (lattice: number[], index: number): number => lattice[((index % 64) + 64) % 64] ?? 0;
  return (x) => {
    let sum = 0;
    let amplitude = 1;
    let total = 0;
    let position = x;
    for (const lattice of lattices) {
      const cell = Math.floor(position);
      const part = position - cell;
      const smooth = part * part * (3 - 2 * part);
      sum += amplitude * (at(lattice, cell) * (1 - smooth) + at(lattice, cell + 1) * smooth);
      total += amplitude;
      amplitude *= roughness;
      position *= 2.03;
    }
    return sum / total;
  };
}
