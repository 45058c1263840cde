/** The clock of an autosave: injected, so that tests decide what time it is. */
export interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  now(): number;
}

export const browserTimers: Timers = {
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (handle) => window.clearTimeout(handle as number),
  now: () => Date.now(),
};

/** An edit that the server has not confirmed, and what the server held when it was begun. */
export interface Draft<T> {
  value: T;
  base: T;
  /** What pages before this one may have sent as they went, the newest first: on the server it is nobody else's save. */
  earlier?: T[];
}

/**
 * What took a value's place: a save from another window, a text that was generated, our own save over one from there, a save made since a draft
 * was left behind, or an earlier text that was brought back.
 */
export type ReplacedBy = 'other window' | 'generation' | 'this window' | 'newer save' | 'earlier text';

export interface AutosaveHooks<T> {
  /** After every edit; null as soon as the server holds it or it was discarded. */
  onDraft?: (draft: Draft<T> | null) => void;
  /** This value is no longer shown or stored, and nobody chose that: it is to be offered again. */
  onReplaced?: (value: T, by: ReplacedBy) => void;
}

export interface AutosaveOptions<T> extends AutosaveHooks<T> {
  /** What the server holds. */
  stored: T;
  /**
   * Sends one value and resolves to what the server holds by the newest news, which is another value when somebody
   * else saved right after. Must pass the signal on: a newer edit aborts it.
   */
  save(value: T, signal: AbortSignal): Promise<T>;
  /** Milliseconds without an edit before a save starts. */
  debounceMs: number;
  retries?: number;
  backoff?: (retry: number) => number;
  isEqual?: (a: T, b: T) => boolean;
  /** A value that does not fit is kept like any other edit, and is not sent. */
  fits?: (value: T) => boolean;
  /** An edit is shown before the server has answered. */
  onOptimistic?: (value: T) => void;
  onSaved?: (value: T) => void;
  /** The save failed for good. The field keeps the edit. */
  onError?: (error: unknown) => void;
  timers?: Timers;
}

export interface AutosaveState<T> {
  /** What the field shows: the newest edit, or what the server holds. */
  value: T;
  /** What the server holds by the newest news; other views show it while a save has failed. */
  stored: T;
  isSaving: boolean;
  /** The last attempt failed; `value` is not stored. */
  hasError: boolean;
  /** Milliseconds since 1970 of the last successful save. */
  lastSaved: number | null;
  /** An edit that the server has not confirmed, failed ones included. */
  isDirty: boolean;
}

export interface Autosave<T> {
  getState(): AutosaveState<T>;
  subscribe(listener: () => void): () => void;
  edit(value: T): void;
  /** Words that are being typed and are no edit yet: kept like one, whatever becomes of earlier ones. Null at their end. */
  keep(typed: { value: T } | null): void;
  /** The server's value was read anew. An unsaved edit stays on screen, and wins when it is saved. */
  acceptStored(value: T): void;
  /** An edit that an earlier visit left unsaved: goes on where nothing was saved since, and is offered otherwise. */
  recover(draft: Draft<T>): void;
  /** Saves a failed edit again. */
  retry(): Promise<boolean>;
  /** Saves now what waits or has failed; resolves to whether the server holds the newest edit. Never rejects. */
  flush(): Promise<boolean>;
  /** Gives up edits that are not saved. */
  discard(): void;
}
