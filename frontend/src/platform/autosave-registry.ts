import type { Autosave, AutosaveState } from './autosave';
import { fitsKeepalive } from './keepalive';

/**
 * The live autosaves of this window by key ('scene/<id>/title'). Two places that edit the same field share one, and one
 * with unsaved text outlives the component that made it, so that scrolling or switching tabs loses no keystroke.
 */
interface Entry<T> {
  autosave: Autosave<T>;
  users: number;
}

const entries = new Map<string, Entry<unknown>>();
const watchers = new Map<string, Set<() => void>>();
let listening = false;

/** The key decides the type: callers use one type for one key. */
export function acquireAutosave<T>(key: string, create: () => Autosave<T>): Autosave<T> {
  listenForLeaving();
  let entry = entries.get(key) as Entry<T> | undefined;
  if (!entry) {
    entry = { autosave: create(), users: 0 };
    entries.set(key, entry);
    entry.autosave.subscribe(() => tellWatchers(key));
  }
  return entry.autosave;
}

/** Marks the autosave as shown by a component; the answer ends that, saves what waits and forgets it once it is clean. */
export function holdAutosave<T>(key: string, autosave: Autosave<T>): () => void {
  const entry = entries.get(key) ?? { autosave, users: 0 };
  entries.set(key, entry);
  entry.users += 1;
  return () => {
    entry.users -= 1;
    void entry.autosave.flush().then(() => forgetIfIdle(key, entry));
  };
}

/** Hears every change of the autosave of `key`, also of one that is made later. */
export function subscribeToAutosaves(key: string, listener: () => void): () => void {
  const listeners = watchers.get(key) ?? new Set();
  watchers.set(key, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && watchers.get(key) === listeners) watchers.delete(key);
  };
}

const tellWatchers = (key: string): void => watchers.get(key)?.forEach((listener) => listener());

function forgetIfIdle(key: string, entry: Entry<unknown>): void {
  const idle = entry.users === 0 && !entry.autosave.getState().isDirty;
  if (idle && entries.get(key) === entry) entries.delete(key);
}

export const findAutosave = <T>(key: string): Autosave<T> | undefined =>
  (entries.get(key) as Entry<T> | undefined)?.autosave;

/** Saves everything that waits; resolves once all have settled. */
export async function flushAutosaves(prefix = ''): Promise<boolean> {
  const chosen = [...entries].filter(([key]) => key.startsWith(prefix));
  const saved = await Promise.all(chosen.map(([, { autosave }]) => autosave.flush()));
  return saved.every(Boolean);
}

/** Forgets the autosaves whose key starts so, unsaved edits included. */
export function discardAutosaves(prefix: string): void {
  for (const [key, { autosave }] of [...entries]) {
    if (!key.startsWith(prefix)) continue;
    entries.delete(key);
    autosave.discard();
  }
}

/** Leaving now would lose it: nothing sends a failed text any more, and a long one ends with the page it is sent from. */
const wouldBeLost = ({ hasError, isDirty, value }: AutosaveState<unknown>): boolean =>
  hasError || (isDirty && !fitsKeepalive(value));

/** A hidden page may never come back: what waits goes out at once. A page that would lose text asks first. */
function listenForLeaving(): void {
  if (listening) return;
  listening = true;
  const flush = () => void flushAutosaves();
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  window.addEventListener('beforeunload', (event) => {
    flush();
    if ([...entries.values()].some(({ autosave }) => wouldBeLost(autosave.getState()))) event.preventDefault();
  });
}
