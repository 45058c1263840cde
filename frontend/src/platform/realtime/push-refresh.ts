/** This window's saves that the server has answered, in the form in which pushes name events: `project@revision`. */
const answered = new Set<string>();
const REMEMBERED = 500;
/** Milliseconds for which a push waits for the response to a save in flight. */
const PATIENCE_MS = 2_000;

let underWay = 0;
let waiting: (() => void)[] = [];

/** Runs a save whose response is the changed row, and records the project's revision from that row. */
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
 * Runs `act` for a push, unless the push names only this window's own saves. A push may arrive before the response to a
 * save, so it waits; if the response is lost, `act` runs.
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
 * Throttles `work` per key: runs it at once, then at most once per `everyMs`. Never runs it twice at the same time for
 * a key, so that an earlier response cannot overwrite a later one.
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
