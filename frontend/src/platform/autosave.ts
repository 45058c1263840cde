/** The clock of an autosave: injected, so that tests decide what time it is. */
export interface AutosaveTimers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  now(): number;
}

export const browserTimers: AutosaveTimers = {
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (handle) => window.clearTimeout(handle as number),
  now: () => Date.now(),
};

export const AUTOSAVE_RETRIES = 2;

/** Milliseconds before retry n (0-based): 1 s, doubling, at most 30 s. */
export const autosaveBackoff = (retry: number): number => Math.min(1000 * 2 ** retry, 30_000);

export interface AutosaveOptions<T> {
  /** What the server holds. */
  stored: T;
  /** Sends one value. Must pass the signal on: a newer edit aborts it. */
  save(value: T, signal: AbortSignal): Promise<unknown>;
  /** Milliseconds without an edit before a save starts. */
  debounceMs: number;
  retries?: number;
  backoff?: (retry: number) => number;
  isEqual?: (a: T, b: T) => boolean;
  /** An edit is shown before the server has answered. */
  onOptimistic?: (value: T) => void;
  /** The save failed for good: what the server holds is shown again. */
  onRevert?: (stored: T) => void;
  onSaved?: (value: T) => void;
  onError?: (error: unknown) => void;
  timers?: AutosaveTimers;
}

export interface AutosaveState<T> {
  /** What to show: the newest edit, or what the server holds. */
  value: T;
  isSaving: boolean;
  hasError: boolean;
  /** Milliseconds since 1970 of the last successful save. */
  lastSaved: number | null;
  /** An edit that the server has not confirmed, failed ones included. */
  isDirty: boolean;
  /** The text of a failed save, kept for retry. */
  unsaved: { value: T } | null;
}

export interface Autosave<T> {
  getState(): AutosaveState<T>;
  subscribe(listener: () => void): () => void;
  edit(value: T): void;
  /** The server's value was read anew. An unsaved edit stays on screen, and wins when it is saved. */
  acceptStored(value: T): void;
  /** Brings the text of a failed save back and saves it. */
  retry(): Promise<boolean>;
  /** Saves now what waits; resolves to whether the server holds the newest edit. Never rejects. */
  flush(): Promise<boolean>;
  /** Gives up edits that are not saved. */
  discard(): void;
}

type Phase = 'clean' | 'waiting' | 'sending' | 'backing-off' | 'failed';

/**
 * Saves one field of one thing: debounced, with one request in flight, retried, reverted on failure.
 * After an abort or a failure nobody knows whether the server has taken that value, so from then on even a value equal
 * to the last known one is sent.
 */
export function createAutosave<T>(options: AutosaveOptions<T>): Autosave<T> {
  const { save, debounceMs, retries = AUTOSAVE_RETRIES, backoff = autosaveBackoff, isEqual = Object.is } = options;
  const timers = options.timers ?? browserTimers;
  const listeners = new Set<() => void>();
  let settledWaiters: ((saved: boolean) => void)[] = [];
  let phase: Phase = 'clean';
  let stored = options.stored;
  let current = stored;
  let serverUncertain = false;
  let unsaved: { value: T } | null = null;
  let lastSaved: number | null = null;
  let retriesDone = 0;
  let timer: unknown = null;
  let request: AbortController | null = null;
  let state = snapshot();

  function snapshot(): AutosaveState<T> {
    return {
      value: current,
      isSaving: phase === 'sending' || phase === 'backing-off',
      hasError: phase === 'failed',
      lastSaved,
      isDirty: phase !== 'clean',
      unsaved,
    };
  }

  function enter(next: Phase): void {
    phase = next;
    state = snapshot();
    for (const listener of listeners) listener();
    if (phase !== 'clean' && phase !== 'failed') return;
    const waiters = settledWaiters;
    settledWaiters = [];
    for (const resolve of waiters) resolve(phase === 'clean');
  }

  function stopWhatRuns(): void {
    if (timer !== null) timers.clearTimeout(timer);
    timer = null;
    if (request === null) return;
    const aborted = request;
    request = null;
    serverUncertain = true;
    aborted.abort();
  }

  function after(ms: number, run: () => void): void {
    timer = timers.setTimeout(() => {
      timer = null;
      run();
    }, ms);
  }

  function send(): void {
    const value = current;
    const mine = new AbortController();
    request = mine;
    enter('sending');
    save(value, mine.signal).then(
      () => request === mine && succeeded(value),
      (error: unknown) => request === mine && failed(error),
    );
  }

  function sendAnew(): void {
    retriesDone = 0;
    send();
  }

  function succeeded(value: T): void {
    request = null;
    stored = value;
    serverUncertain = false;
    unsaved = null;
    lastSaved = timers.now();
    enter('clean');
    options.onSaved?.(value);
  }

  function failed(error: unknown): void {
    request = null;
    serverUncertain = true;
    if (retriesDone < retries) {
      after(backoff(retriesDone), send);
      retriesDone += 1;
      enter('backing-off');
      return;
    }
    unsaved = { value: current };
    current = stored;
    enter('failed');
    options.onRevert?.(stored);
    options.onError?.(error);
  }

  function show(value: T): void {
    stopWhatRuns();
    current = value;
    options.onOptimistic?.(value);
  }

  function whenSettled(): Promise<boolean> {
    if (phase === 'clean' || phase === 'failed') return Promise.resolve(phase === 'clean');
    return new Promise((resolve) => settledWaiters.push(resolve));
  }

  function acceptStored(value: T): void {
    if (isEqual(value, stored)) return;
    stored = value;
    if (phase === 'waiting' && isEqual(value, current) && !serverUncertain) {
      stopWhatRuns();
      enter('clean');
    } else if (phase === 'clean' || phase === 'failed') {
      current = value;
      enter(phase);
    }
  }

  function flush(): Promise<boolean> {
    if (phase === 'waiting') {
      stopWhatRuns();
      sendAnew();
    } else if (phase === 'backing-off') {
      stopWhatRuns();
      send();
    }
    return whenSettled();
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(value) {
      if (isEqual(value, current)) return;
      show(value);
      if (isEqual(value, stored) && !serverUncertain) return enter('clean');
      after(debounceMs, sendAnew);
      enter('waiting');
    },
    acceptStored,
    retry() {
      if (unsaved === null) return flush();
      show(unsaved.value);
      sendAnew();
      return whenSettled();
    },
    flush,
    discard() {
      stopWhatRuns();
      current = stored;
      unsaved = null;
      enter('clean');
    },
  };
}
