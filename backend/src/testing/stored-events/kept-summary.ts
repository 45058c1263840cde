import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../lib/hash';
import type { StoredEvent } from '../../eventsourcing/event-store/event-store';
import { toError } from '../../lib/errors';

/** Of what is folded, the snapshot keeps hashes. The whole of it is left here, for whoever has changed something. */
const FOLDER = 'reports/stored-events';
const HASH_LENGTH = 10;

export const ACCEPT = 'accept it by `npx jest -u stored-events`';

const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, HASH_LENGTH);

/** Where this stays the same and what is made of them does not, it is the code that has changed. */
export const countOf = (events: readonly StoredEvent[]): string =>
  `${events.length} events (${hashOf(events.map(({ type, data, metadata }) => [type, data, metadata]))})`;

/** Rows by their keys, or states by their streams. */
type Folded = ReadonlyMap<string, object>;

/**
 * A line for each property, sorted: its name, a note, and a hash of what it is in all rows. So a difference names the
 * property.
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
 * Holds a summary against the snapshot. When they differ, the test also fails with the advice, with what is folded now,
 * in a file, and with how that differs from the last time that the test passed here.
 */
export function expectKept(name: string, folded: Folded, { summary, advice }: { summary: string[]; advice: string }) {
  const now = Object.fromEntries(folded);
  expect(summary.join('\n')).toMatchSnapshot();
  // A snapshot that differs does not throw: Jest fails the test at its end.
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
