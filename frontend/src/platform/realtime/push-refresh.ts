/** Saves whose answers this window has, as pushes name their events: `project@revision`. */
const answered = new Set<string>();
const REMEMBERED = 500;
/** A push waits no longer (ms) for an answer that may name it. */
const PATIENCE_MS = 2_000;

let underWay = 0;
let waiting: (() => void)[] = [];

/** A save that is answered with the row it changed, of the project's revision then. */
export async function ownWrite<Row extends { revision: string }>(
  projectId: (row: Row) => string,
  save: () => Promise<Row>,
): Promise<Row> {
  underWay += 1;
  try {
    const row = await save();
    answered.add(`${projectId(row)}@${row.revision}`);
    for (const oldest of answered) if (answered.size > REMEMBERED) answered.delete(oldest);
    return row;
  } finally {
    underWay -= 1;
    if (underWay === 0) flush();
  }
}

function flush(): void {
  const due = waiting;
  waiting = [];
  for (const act of due) act();
}

/**
 * Does what a push asks for, unless all that it names are saves whose answers are here. A push may be quicker than the
 * answer, and the answer may never come: then the push counts.
 */
export function unlessOwn(at: readonly string[] | undefined, act: () => void): void {
  if (at === undefined || at.length === 0) return act();
  let done = false;
  const decide = (): void => {
    if (done) return;
    done = true;
    if (!at.every((event) => answered.has(event))) act();
  };
  if (underWay === 0) return decide();
  waiting.push(decide);
  setTimeout(decide, PATIENCE_MS);
}

/**
 * Work on things that may change often: done at once, and then no more than once in `everyMs` for each of them, however
 * often it is asked for. Never twice at the same time, so that an earlier answer cannot come after a later one.
 */
export function throttleByKey(everyMs: number, work: (key: string) => Promise<unknown>): (key: string) => void {
  const again = new Map<string, boolean>();
  const run = (key: string): void => {
    again.set(key, false);
    const rested = (): void => {
      if (again.get(key)) run(key);
      else again.delete(key);
    };
    const rest = (): void => void setTimeout(rested, everyMs);
    work(key).then(rest, rest);
  };
  return (key) => {
    if (again.has(key)) again.set(key, true);
    else run(key);
  };
}
