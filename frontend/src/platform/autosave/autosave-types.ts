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

/** An edit that the server has not confirmed, with the server's value at the beginning of the edit. */
export interface Draft<T> {
  value: T;
  base: T;
  /**
   * Values that earlier pages may have sent while closing, newest first. If the server holds one of them, no other
   * window has saved.
   */
  earlier?: T[];
}

/**
 * Why a text was replaced: a save from another window, generated text, this window's save over another window's, a save
 * newer than a recovered draft, or an earlier text that the user restored.
 */
export type ReplacedBy = 'other window' | 'generation' | 'descriptions' | 'this window' | 'newer save' | 'earlier text';

export interface AutosaveHooks<T> {
  /** Called after every edit with the draft, and with null once the server holds the edit or the edit was discarded. */
  onDraft?: (draft: Draft<T> | null) => void;
  /**
   * Called with a value that is no longer shown or stored although the user did not decide that, so that the value can
   * be offered again.
   */
  onReplaced?: (value: T, by: ReplacedBy) => void;
}

export interface AutosaveOptions<T> extends AutosaveHooks<T> {
  /** The server's value. */
  stored: T;
  /**
   * Sends one value. Resolves to the server's newest known value, which is different when somebody else saved right
   * afterwards. Must pass the signal on, since a newer edit aborts the request.
   */
  save(value: T, signal: AbortSignal): Promise<T>;
  /** Milliseconds without an edit before a save starts. */
  debounceMs: number;
  retries?: number;
  backoff?: (retry: number) => number;
  isEqual?: (a: T, b: T) => boolean;
  /** Returns false for values that are kept like any other edit, but must not be sent. */
  fits?: (value: T) => boolean;
  /** Called with an edit before the server has answered. */
  onOptimistic?: (value: T) => void;
  onSaved?: (value: T) => void;
  /** Called when all retries have failed. The field keeps the edit. */
  onError?: (error: unknown) => void;
  timers?: Timers;
}

export interface AutosaveState<T> {
  /** The value on screen: the newest edit, or else the server's value. */
  value: T;
  /** The server's newest known value, which other views show while a save has failed. */
  stored: T;
  isSaving: boolean;
  /** True after a failed attempt, when `value` is not stored on the server. */
  hasError: boolean;
  /** Time of the last successful save, in milliseconds since 1970. */
  lastSaved: number | null;
  /** True while there is an edit that the server has not confirmed, even if its save has failed. */
  isDirty: boolean;
}

export interface Autosave<T> {
  getState(): AutosaveState<T>;
  subscribe(listener: () => void): () => void;
  edit(value: T): void;
  /**
   * Keeps text that is still being typed as a draft, although it is not an edit yet, even when earlier edits are saved.
   * Null ends the typing.
   */
  keep(typed: { value: T } | null): void;
  /**
   * Accepts the server's value from a new read. An unsaved edit stays on screen and replaces that value when it is
   * saved.
   */
  acceptStored(value: T): void;
  /**
   * Resumes an edit that an earlier visit left unsaved. If another value was saved since, the edit is offered instead.
   */
  recover(draft: Draft<T>): void;
  /** Saves a failed edit again. */
  retry(): Promise<boolean>;
  /** Saves pending and failed edits now. Resolves to true if the server holds the newest edit; never rejects. */
  flush(): Promise<boolean>;
  /** Drops unsaved edits. */
  discard(): void;
}
