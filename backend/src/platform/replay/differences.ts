import type { ReplayDifference } from '@storyreel/contracts';

/** Of a report that people read. */
const MOST = 50;

/** Where two JSON values differ, as JSON paths below `path`. */
export function differences(recorded: unknown, today: unknown, path = '$'): ReplayDifference[] {
  const found: ReplayDifference[] = [];
  collect(found, plain(recorded), plain(today), path);
  return found.slice(0, MOST);
}

/** As the log would hold it. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

function collect(found: ReplayDifference[], recorded: unknown, today: unknown, path: string): void {
  if (Object.is(recorded, today) || found.length >= MOST) return;
  if (Array.isArray(recorded) && Array.isArray(today)) {
    const length = Math.max(recorded.length, today.length);
    for (let i = 0; i < length; i++) collect(found, recorded[i], today[i], `${path}[${i}]`);
  } else if (isRecord(recorded) && isRecord(today)) {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(today)]))
      collect(found, own(recorded, name), own(today, name), `${path}${step(name)}`);
  } else {
    found.push({ path, recorded, today });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (record: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;
const step = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);
