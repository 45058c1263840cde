import { useEffect } from 'react';
import { fitsKeepalive } from '../http/api-client';
import { createChanges, useExternalStore } from '../store';
import type { Changes } from '../store';
import type { Autosave, AutosaveHooks, AutosaveState, Draft } from './autosave';
import { keptTexts } from './kept-texts';

/**
 * The live autosaves of this window by key ('scene/<id>/title'). Two places that edit the same field share one, and one
 * with unsaved text outlives the component that made it, so that scrolling or switching tabs loses no keystroke.
 */
interface Entry<T> {
  autosave: Autosave<T>;
  users: number;
}

const entries = new Map<string, Entry<unknown>>();
const watchers = new Map<string, Changes>();
let listening = false;

/** The key decides the type: callers use one type for one key. The hooks keep the field's texts in this browser. */
export function acquireAutosave<T>(key: string, create: (hooks: AutosaveHooks<T>) => Autosave<T>): Autosave<T> {
  // Drawn by the server, nothing is ever typed into it: what one visitor's field says is kept for no other's.
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

/** Marks the autosave as shown by a component; the answer ends that, saves what waits and forgets it once it is clean. */
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

/** Puts drafts that earlier pages left into those fields that are on screen already. */
export function recoverDrafts(fields: readonly string[]): void {
  for (const field of fields) {
    const entry = entries.get(field);
    const draft = entry && entry.users > 0 ? keptTexts.takeDraft(field) : null;
    if (entry && draft) entry.autosave.recover(draft);
  }
}

/** Hears every change of the autosave of `key`, also of one that is made later. */
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

/** What has failed waits for the network, for Retry or for somebody who needs it saved. */
const saveWaiting = (autosave: Autosave<unknown>): Promise<boolean> =>
  autosave.getState().hasError ? Promise.resolve(false) : autosave.flush();

/** Saves everything that waits or has failed; resolves, once all have settled, to whether the server holds it all. */
export async function flushAutosaves(prefix = ''): Promise<boolean> {
  const chosen = [...entries].filter(([key]) => key.startsWith(prefix));
  const saved = await Promise.all(chosen.map(([, { autosave }]) => autosave.flush()));
  return saved.every(Boolean);
}

/** The way to the server is open again: what has failed is saved without being asked. */
export function retryFailedAutosaves(): void {
  for (const { autosave } of entries.values()) if (autosave.getState().hasError) void autosave.retry();
}

/** Forgets the autosaves whose key starts so, unsaved edits included. */
export function discardAutosaves(prefix: string): void {
  for (const [key, { autosave }] of takeAll(prefix)) {
    autosave.discard();
    tellWatchers(key);
  }
}

/** The signed-in user has gone: their fields are forgotten here, their drafts stay in the browser for them. */
export function leaveAutosaves(): void {
  keptTexts.close();
  for (const [, { autosave }] of takeAll('')) autosave.discard();
}

function takeAll(prefix: string): [string, Entry<unknown>][] {
  const taken = [...entries].filter(([key]) => key.startsWith(prefix));
  for (const [key] of taken) entries.delete(key);
  return taken;
}

/** Leaving now would lose it where the browser keeps no drafts: a long text ends with the page it is sent from. */
const wouldBeLost = ({ hasError, isDirty, value }: AutosaveState<unknown>): boolean =>
  hasError || (isDirty && !fitsKeepalive(value));

/** A hidden page may never come back: what waits goes out at once. A page that would lose text asks first. */
function listenToWindow(): void {
  if (listening) return;
  listening = true;
  const flush = () => void flushAutosaves();
  window.addEventListener('pagehide', flush);
  window.addEventListener('online', retryFailedAutosaves);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  window.addEventListener('beforeunload', (event) => {
    // Asked first: a failed save that is tried once more looks like any other that is under way.
    const asks = [...entries.values()].some(({ autosave }) => wouldBeLost(autosave.getState()));
    flush();
    if (asks) event.preventDefault();
  });
}

export interface AutosaveField<T> extends AutosaveState<T> {
  /** Names the field in this browser, 'scene/<id>/title'. */
  name: string;
  setValue(value: T): void;
  keep(typed: { value: T } | null): void;
  retry(): Promise<boolean>;
  flush(): Promise<boolean>;
  discard(): void;
}

/**
 * The autosave of `key`, shared by all who show it; made when nobody has it yet.
 * @param stored what the server holds by the newest read
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
