/** Clock of an autosave, injected so that tests control the time. */
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

/** An unconfirmed edit, and the server's value when it began. */
export interface Draft<T> {
  value: T;
  base: T;
  /**
   * Values that earlier pages may have sent while closing, newest first. When the server holds one of them, it is not
   * another window's save.
   */
  earlier?: T[];
}

/**
 * Cause of a replacement: a save from another window, generated text, this window's save over another window's, a save
 * newer than a recovered draft, or an earlier text that the user brought back.
 */
export type ReplacedBy = 'other window' | 'generation' | 'descriptions' | 'this window' | 'newer save' | 'earlier text';

export interface AutosaveHooks<T> {
  /** Called after every edit; with null once the server holds it or it was discarded. */
  onDraft?: (draft: Draft<T> | null) => void;
  /**
   * Called with a value that is no longer shown or stored although the user did not choose that, so that it can be
   * offered again.
   */
  onReplaced?: (value: T, by: ReplacedBy) => void;
}

export interface AutosaveOptions<T> extends AutosaveHooks<T> {
  /** The server's value. */
  stored: T;
  /**
   * Sends one value and resolves to the server's newest known value, which differs when somebody else saved right
   * after. Must pass the signal on: a newer edit aborts the request.
   */
  save(value: T, signal: AbortSignal): Promise<T>;
  /** Milliseconds without an edit before a save starts. */
  debounceMs: number;
  retries?: number;
  backoff?: (retry: number) => number;
  isEqual?: (a: T, b: T) => boolean;
  /** Returns false for values that are kept like any other edit, but not sent. */
  fits?: (value: T) => boolean;
  /** Called with an edit before the server has answered. */
  onOptimistic?: (value: T) => void;
  onSaved?: (value: T) => void;
  /** Called when all retries have failed. The field keeps the edit. */
  onError?: (error: unknown) => void;
  timers?: Timers;
}

export interface AutosaveState<T> {
  /** The shown value: the newest edit, or the server's value. */
  value: T;
  /** The server's newest known value; other views show it while a save has failed. */
  stored: T;
  isSaving: boolean;
  /** True after a failed attempt: `value` is not stored. */
  hasError: boolean;
  /** Time of the last successful save, in milliseconds since 1970. */
  lastSaved: number | null;
  /** True while the server has not confirmed an edit, which may have failed. */
  isDirty: boolean;
}

export interface Autosave<T> {
  getState(): AutosaveState<T>;
  subscribe(listener: () => void): () => void;
  edit(value: T): void;
  /**
   * Keeps text that is being typed as a draft although it is no edit yet, even when earlier edits settle. Null ends the
   * typing.
   */
  keep(typed: { value: T } | null): void;
  /** Takes over the server's value from a new read. An unsaved edit stays on screen and wins when it is saved. */
  acceptStored(value: T): void;
  /** Resumes an edit that an earlier visit left unsaved; if something was saved since, offers it instead. */
  recover(draft: Draft<T>): void;
  /** Saves a failed edit again. */
  retry(): Promise<boolean>;
  /** Saves pending or failed edits now; resolves to true if the server holds the newest edit. Never rejects. */
  flush(): Promise<boolean>;
  /** Drops unsaved edits. */
  discard(): void;
}
