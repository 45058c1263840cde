import { useEffect } from 'react';
import { fitsKeepalive } from '../http/api-client';
import { createChanges, useExternalStore } from '../store';
import type { Changes } from '../store';
import type { Autosave, AutosaveHooks, AutosaveState, Draft } from './autosave';
import { keptTexts } from './kept-texts';

/**
 * The active autosaves of this window by key ('scene/<id>/title'). Two components that edit the same field share an
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
 * Returns the autosave of `key` and creates it if missing. The key determines the type, so all callers with the same
 * key must use the same type. The hooks keep the field's texts in this browser.
 */
export function acquireAutosave<T>(key: string, create: (hooks: AutosaveHooks<T>) => Autosave<T>): Autosave<T> {
  // While the server prerenders, nothing is typed, and one visitor's field must not be cached for another visitor.
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
 * Marks the autosave as mounted. The returned function unmounts it, saves pending edits, and drops the autosave once
 * all edits are saved.
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

/** Restores drafts of earlier pages into those of these fields that are mounted. */
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

/** Saves a pending edit. A failed save is not repeated here: it waits for the network, Retry or a flush. */
const saveWaiting = (autosave: Autosave<unknown>): Promise<boolean> =>
  autosave.getState().hasError ? Promise.resolve(false) : autosave.flush();

/** Saves all pending and failed edits. Resolves when all saves have ended, to true if the server has all edits. */
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

/** Drops all fields after the user has signed out; the user's drafts stay in the browser. */
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
 * True for edits that are lost when the page is left now, unless the browser keeps drafts: failed ones, and those too
 * long for a keepalive request.
 */
const wouldBeLost = ({ hasError, isDirty, value }: AutosaveState<unknown>): boolean =>
  hasError || (isDirty && !fitsKeepalive(value));

/**
 * Saves pending edits as soon as the page is hidden, since it may never be shown again. When a page that would lose
 * text is closed, the browser asks for confirmation.
 */
function listenToWindow(): void {
  if (listening) return;
  listening = true;
  const flush = () => void flushAutosaves();
  window.addEventListener('pagehide', flush);
  window.addEventListener('online', retryFailedAutosaves);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  window.addEventListener('beforeunload', (event) => {
    // Must be checked before the flush, after which a failed save looks like any other save in progress.
    const asks = [...entries.values()].some(({ autosave }) => wouldBeLost(autosave.getState()));
    flush();
    if (asks) event.preventDefault();
  });
}

export interface AutosaveField<T> extends AutosaveState<T> {
  /** Key of the field in this browser, such as 'scene/<id>/title'. */
  name: string;
  setValue(value: T): void;
  keep(typed: { value: T } | null): void;
  retry(): Promise<boolean>;
  flush(): Promise<boolean>;
  discard(): void;
}

/**
 * Returns the autosave of `key`, which all components that show the field share; creates it if missing.
 * @param stored the server's value from the newest read
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
