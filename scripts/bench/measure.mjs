/** @typedef {{ name: string, value: number, unit: string, baseline: number, ratio: number, aim?: number }} BenchRow */

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Returns the 95th percentile. @param {number[]} values */
export const p95 = (values) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

/** Returns the 99th percentile. @param {number[]} values */
export const p99 = (values) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0;

/**
 * Makes a row for a rate, where more is better. @param {string} name @param {number} value @param {number} baseline
 * @param {number} [aim] @returns {BenchRow}
 */
export const rate = (name, value, baseline, aim) => ({
  name,
  value,
  unit: '/s',
  baseline,
  ratio: value / baseline,
  aim,
});

/**
 * Makes a row for a time, where less is better. @param {string} name @param {number} value @param {number} baseline
 * @param {number} [aim] @returns {BenchRow}
 */
export const time = (name, value, baseline, aim) => ({
  name,
  value,
  unit: 'ms',
  baseline,
  ratio: baseline / value,
  aim,
});

/**
 * Makes a row for a count, where less is better. @param {string} name @param {number} value @param {string} unit
 * @param {number} baseline @param {number} [aim] @returns {BenchRow}
 */
export const count = (name, value, unit, baseline, aim) => ({
  name,
  value,
  unit,
  baseline,
  ratio: baseline / value,
  aim,
});

/**
 * Returns how often per second `workers` parallel loops complete their work during `ms` milliseconds.
 * @param {number} workers
 * @param {number} ms
 * @param {(worker: number) => Promise<unknown>} once
 */
export async function perSecond(workers, ms, once) {
  const started = performance.now();
  let done = 0;
  const loop = async (/** @type {number} */ worker) => {
    while (performance.now() - started < ms) {
      await once(worker);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)));
  return (done / (performance.now() - started)) * 1000;
}

/**
 * Measures the contenders alternately in short rounds, so that other load on the machine affects all of them. The first
 * round warms up; the median of the others counts.
 * @template {string} Name
 * @template {string} Figure
 * @param {Record<Name, () => Promise<Record<Figure, number>>>} contenders
 * @param {number} rounds
 * @returns {Promise<Record<Name, Record<Figure, number>>>}
 */
export async function figuresInTurn(contenders, rounds) {
  const names = /** @type {Name[]} */ (Object.keys(contenders));
  /** @type {Record<string, Record<Figure, number>[]>} */
  const taken = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const figures = await contenders[name]();
      if (round > 0) taken[name]?.push(figures);
    }
  }
  return /** @type {Record<Name, Record<Figure, number>>} */ (
    Object.fromEntries(names.map((name) => [name, medians(taken[name] ?? [])]))
  );
}

/** @param {Record<string, number>[]} rounds */
const medians = (rounds) =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [name, median(rounds.map((figures) => figures[name] ?? 0))]),
  );

/**
 * Measures contenders of one figure each in the same way.
 * @template {string} Name
 * @param {Record<Name, () => Promise<number>>} contenders
 * @param {number} rounds
 * @returns {Promise<Record<Name, number>>}
 */
export async function inTurn(contenders, rounds) {
  const entries = /** @type {[Name, () => Promise<number>][]} */ (Object.entries(contenders));
  const wrapped = entries.map(([name, once]) => [name, async () => ({ only: await once() })]);
  const figures = await figuresInTurn(Object.fromEntries(wrapped), rounds);
  return /** @type {Record<Name, number>} */ (
    Object.fromEntries(entries.map(([name]) => [name, figures[name]?.only ?? 0]))
  );
}

/** @param {BenchRow[]} rows @returns {string[][]} name, value, baseline, ratio, aim, verdict */
export const benchTable = (rows) =>
  rows.map(({ name, value, unit, baseline, ratio, aim }) => [
    name,
    `${figure(value)} ${unit}`,
    `${figure(baseline)} ${unit}`,
    ratio.toFixed(2),
    aim === undefined ? '' : aim.toFixed(2),
    aim === undefined ? '' : ratio >= aim ? 'met' : 'below',
  ]);

/** @param {number} value */
const figure = (value) => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
