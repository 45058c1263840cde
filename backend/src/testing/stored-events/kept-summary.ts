import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../lib/hash';
import type { StoredEvent } from '../../eventsourcing/event-store/event-store';
import { toError } from '../../lib/errors';

/**
 * The snapshot keeps only hashes. Folded states are written to this folder in full, to be compared after a change of
 * code.
 */
const FOLDER = 'reports/stored-events';
const HASH_LENGTH = 10;

export const ACCEPT = 'accept it by `npx jest -u stored-events`';

const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, HASH_LENGTH);

/** Counts and hashes the events. If the hash is unchanged and the folded result is not, the code has changed. */
export const countOf = (events: readonly StoredEvent[]): string =>
  `${events.length} events (${hashOf(events.map(({ type, data, metadata }) => [type, data, metadata]))})`;

/** Rows by their keys, or states by their stream ids. */
type Folded = ReadonlyMap<string, object>;

/**
 * Returns a line for each property, sorted: its name, its note, and a hash of its values in all rows, so that a
 * difference names the property.
 * @param notes by property
 */
export function propertyLines(folded: Folded, notes: ReadonlyMap<string, string>): string[] {
  const keys = [...folded.keys()].sort();
  const lines = [...notes].map(([property, note]) => {
    const values = keys.map((key) => {
      const row = folded.get(key) as Record<string, unknown> | undefined;
      return [key, row?.[property] ?? null];
    });
    return `${property}${note && ` (${note})`}: ${hashOf(values)}`;
  });
  return lines.sort();
}

/**
 * Compares a summary with the snapshot. On a difference the test fails with the advice, the path of a file with the
 * newly folded rows, and the difference from the rows of the last passing run.
 */
export function expectKept(name: string, folded: Folded, { summary, advice }: { summary: string[]; advice: string }) {
  const now = Object.fromEntries(folded);
  expect(summary.join('\n')).toMatchSnapshot();
  // A differing snapshot does not throw: Jest fails the test at its end.
  const differs = expect.getState().suppressedErrors.length > 0;
  if (!differs) return void writeReport(`${name}.json`, now);
  const file = writeReport(`${name}.changed.json`, now);
  throw new Error(`${advice}\nWhat they make now is in ${file}.\n${differenceFrom(`${name}.json`, now)}`);
}

function differenceFrom(report: string, now: object): string {
  const file = join(FOLDER, report);
  if (!existsSync(file)) return `What they made before will be in ${file} when this test has run without the change.`;
  try {
    expect(now).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    return `It is the same as in ${file}, where the test passed last.`;
  } catch (error) {
    return `In ${file} is what they made where the test passed last:\n${toError(error).message}`;
  }
}

function writeReport(report: string, content: object): string {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, report);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}
