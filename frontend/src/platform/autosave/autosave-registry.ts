import { useEffect } from 'react';
import { fitsKeepalive } from '../http/api-client';
import { createChanges, useExternalStore } from '../store';
import type { Changes } from '../store';
import type { Autosave, AutosaveHooks, AutosaveState, Draft } from './autosave';
import { keptTexts } from './kept-texts';

/**
 * The live autosaves of this window by key ('scene/<id>/title'). Two components that edit the same field share an
 * autosave. An autosave with unsaved text outlives its component, so that scrolling or switching tabs loses no
 * keystroke.
 */
interface Entry<T> {
  autosave: Autosave<T>;
  users: number;
}

const entries = new Map<string, Entry<unknown>>();
const watchers = new Map<string, Changes>();
let listening = false;

/**
 * Returns the autosave of `key`, created if missing. The key decides the type: callers use one type for one key. The
 * hooks keep the field's texts in this browser.
 */
export function acquireAutosave<T>(key: string, create: (hooks: AutosaveHooks<T>) => Autosave<T>): Autosave<T> {
  // On the server nothing is typed, and one visitor's field must not be cached for another.
  if (typeof window === 'undefined') return create({});
  listenToWindow();
  const known = entries.get(key) as Entry<T> | undefined;
  if (known) return known.autosave;
  const autosave = create({
    onDraft: (draft) => keptTexts.keepDraft(key, draft),
    onReplaced: (value, by) => keptTexts.keepReplaced(key, value, by),
  });
  entries.set(key, { autosave, users: 0 });
  autosave.subscribe(() => tellWatchers(key));
  return autosave;
}

/**
 * Marks the autosave as mounted; the returned function unmounts it, saves pending edits and drops it once it is clean.
 */
export function holdAutosave<T>(key: string, autosave: Autosave<T>): () => void {
  const entry = entries.get(key) ?? { autosave, users: 0 };
  entries.set(key, entry);
  entry.users += 1;
  const draft = keptTexts.takeDraft(key);
  if (draft) autosave.recover(draft as Draft<T>);
  return () => {
    entry.users -= 1;
    void saveWaiting(entry.autosave).then(() => forgetIfIdle(key, entry));
  };
}

/** Restores drafts of earlier pages into the fields that are mounted. */
export function recoverDrafts(fields: readonly string[]): void {
  for (const field of fields) {
    const entry = entries.get(field);
    const draft = entry && entry.users > 0 ? keptTexts.takeDraft(field) : null;
    if (entry && draft) entry.autosave.recover(draft);
  }
}

/** Subscribes to the autosave of `key`, including one created later. */
export function subscribeToAutosaves(key: string, listener: () => void): () => void {
  const known = watchers.get(key);
  if (known) return known.subscribe(listener);
  const changes = createChanges(() => {
    watchers.set(key, changes);
    return () => watchers.delete(key);
  });
  return changes.subscribe(listener);
}

const tellWatchers = (key: string): void => watchers.get(key)?.announce();

function forgetIfIdle(key: string, entry: Entry<unknown>): void {
  const idle = entry.users === 0 && !entry.autosave.getState().isDirty;
  if (idle && entries.get(key) === entry) entries.delete(key);
}

export const findAutosave = <T>(key: string): Autosave<T> | undefined =>
  (entries.get(key) as Entry<T> | undefined)?.autosave;

/** A failed save waits for the network, Retry or a flush. */
const saveWaiting = (autosave: Autosave<unknown>): Promise<boolean> =>
  autosave.getState().hasError ? Promise.resolve(false) : autosave.flush();

/** Saves everything pending or failed; resolves, once all have settled, to true if the server holds all of it. */
export async function flushAutosaves(prefix = ''): Promise<boolean> {
  const chosen = [...entries].filter(([key]) => key.startsWith(prefix));
  const saved = await Promise.all(chosen.map(([, { autosave }]) => autosave.flush()));
  return saved.every(Boolean);
}

/** Retries failed saves after the connection has returned. */
export function retryFailedAutosaves(): void {
  for (const { autosave } of entries.values()) if (autosave.getState().hasError) void autosave.retry();
}

/** Drops the autosaves whose key has this prefix, with their unsaved edits. */
export function discardAutosaves(prefix: string): void {
  for (const [key, { autosave }] of takeAll(prefix)) {
    autosave.discard();
    tellWatchers(key);
  }
}

/** Drops all fields after the user has signed out; their drafts stay in the browser for this user. */
export function leaveAutosaves(): void {
  keptTexts.close();
  for (const [, { autosave }] of takeAll('')) autosave.discard();
}

function takeAll(prefix: string): [string, Entry<unknown>][] {
  const taken = [...entries].filter(([key]) => key.startsWith(prefix));
  for (const [key] of taken) entries.delete(key);
  return taken;
}

/**
 * True for edits that leaving now would lose if the browser keeps no drafts: failed ones, and those too long for a
 * keepalive request.
 */
const wouldBeLost = ({ hasError, isDirty, value }: AutosaveState<unknown>): boolean =>
  hasError || (isDirty && !fitsKeepalive(value));

/**
 * A hidden page may never come back: saves pending edits at once. Before closing a page that would lose text, the
 * browser asks for confirmation.
 */
function listenToWindow(): void {
  if (listening) return;
  listening = true;
  const flush = () => void flushAutosaves();
  window.addEventListener('pagehide', flush);
  window.addEventListener('online', retryFailedAutosaves);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  window.addEventListener('beforeunload', (event) => {
    // Checked before the flush: after it, a failed save looks like any other in progress.
    const asks = [...entries.values()].some(({ autosave }) => wouldBeLost(autosave.getState()));
    flush();
    if (asks) event.preventDefault();
  });
}

export interface AutosaveField<T> extends AutosaveState<T> {
  /** Key of the field in this browser, 'scene/<id>/title'. */
  name: string;
  setValue(value: T): void;
  keep(typed: { value: T } | null): void;
  retry(): Promise<boolean>;
  flush(): Promise<boolean>;
  discard(): void;
}

/**
 * Returns the autosave of `key`, shared by all components that show it; created when missing.
 * @param stored the server's value by the newest read
 */
export function useAutosave<T>(
  key: string,
  stored: T,
  create: (hooks: AutosaveHooks<T>) => Autosave<T>,
): AutosaveField<T> {
  const autosave = acquireAutosave(key, create);
  useEffect(() => holdAutosave(key, autosave), [key, autosave]);
  useEffect(() => autosave.acceptStored(stored), [autosave, stored]);
  const state = useExternalStore(autosave.subscribe, autosave.getState);
  const { edit, keep, retry, flush, discard } = autosave;
  return { ...state, name: key, setValue: edit, keep, retry, flush, discard };
}
