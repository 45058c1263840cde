import { onlineManager } from '@tanstack/react-query';
import { browserTimers, type Autosave, type AutosaveOptions, type AutosaveState } from './autosave-types';
import { createStore } from '../store';

export type { Autosave, AutosaveHooks, AutosaveState, Draft, ReplacedBy } from './autosave-types';

export const AUTOSAVE_RETRIES = 2;

/** Returns the milliseconds before retry n (0-based): 1 s at first, doubling, at most 30 s. */
export const autosaveBackoff = (retry: number): number => Math.min(1000 * 2 ** retry, 30_000);

/** Number of remembered aborted requests that may still reach the server; only a few are in flight at a time. */
const REMEMBERED_ABORTS = 4;
/**
 * Milliseconds after which an aborted request can no longer reach the server, since no proxy holds a request for
 * longer.
 */
const ABORTED_ARRIVES_WITHIN_MS = 60_000;

const anything = (): boolean => true;

type Phase = 'clean' | 'waiting' | 'sending' | 'backing-off' | 'failed';

/**
 * Saves one field: debounced, one request at a time, with retries. A failed save loses nothing: the edit stays until it
 * is saved or discarded. After an abort or a failure, the server's value is uncertain, so even a value equal to the
 * last known one is sent.
 */
export function createAutosave<T>(options: AutosaveOptions<T>): Autosave<T> {
  const {
    save,
    debounceMs,
    retries = AUTOSAVE_RETRIES,
    backoff = autosaveBackoff,
    isEqual = Object.is,
    fits = anything,
  } = options;
  const timers = options.timers ?? browserTimers;
  let settledWaiters: ((saved: boolean) => void)[] = [];
  let phase: Phase = 'clean';
  let stored = options.stored;
  let current = stored;
  /** The server's value when the present edits began. */
  let base = stored;
  let serverUncertain = false;
  let hasFailed = false;
  /** This window's last save, while the server still holds it. */
  let ownSaved: { value: T } | null = null;
  /** This window's last save, even if another window has since replaced it. */
  let newestOwn: { value: T } | null = null;
  /** A value that another window saved while this one was editing. */
  let theirs: { value: T } | null = null;
  let aborted: { value: T; at: number }[] = [];
  /** Text that is still being typed; it is sent when the typing ends. */
  let typed: { value: T } | null = null;
  /** Values of the present edits that earlier pages may have sent. */
  let earlier: T[] = [];
  let lastSaved: number | null = null;
  let retriesDone = 0;
  let timer: unknown = null;
  let request: AbortController | null = null;
  const state = createStore(snapshot());

  function snapshot(): AutosaveState<T> {
    const isSaving = phase === 'sending' || phase === 'backing-off';
    return {
      value: current,
      stored,
      isSaving,
      hasError: hasFailed && !isSaving,
      lastSaved,
      isDirty: phase !== 'clean',
    };
  }

  function enter(next: Phase): void {
    phase = next;
    if (phase === 'clean') {
      hasFailed = false;
      base = stored;
    }
    state.set(snapshot());
    if (phase !== 'clean' && phase !== 'failed') return;
    const waiters = settledWaiters;
    settledWaiters = [];
    for (const resolve of waiters) resolve(phase === 'clean');
  }

  /** Ends the current edits, because the server holds the shown value or the edits were discarded. */
  function settle(): void {
    theirs = null;
    earlier = [];
    enter('clean');
    keepDraft();
  }

  function keepDraft(): void {
    const kept = typed ?? (phase === 'clean' ? null : { value: current });
    options.onDraft?.(kept && { ...kept, base, ...(earlier.length > 0 && { earlier }) });
  }

  function stopWhatRuns(): void {
    if (timer !== null) timers.clearTimeout(timer);
    timer = null;
    if (request === null) return;
    const stopped = request;
    request = null;
    mayStillArrive(current);
    stopped.abort();
  }

  function mayStillArrive(value: T): void {
    serverUncertain = true;
    aborted = [...aborted, { value, at: timers.now() }].slice(-REMEMBERED_ABORTS);
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
      (held) => request === mine && succeeded(value, held),
      (error: unknown) => request === mine && failed(error),
    );
  }

  function sendAnew(allowedRetries = retries): void {
    if (!fits(current)) {
      hasFailed = false;
      return enter('failed');
    }
    retriesDone = retries - allowedRetries;
    send();
  }

  function succeeded(value: T, held: T): void {
    request = null;
    serverUncertain = false;
    lastSaved = timers.now();
    stored = held;
    if (arrivedLate(held) && !isEqual(held, value)) return saveAgain({ value }, held);
    current = held;
    if (isEqual(held, value)) {
      if (theirs && !isEqual(theirs.value, value)) options.onReplaced?.(theirs.value, 'this window');
      noteOwn(value);
    } else {
      options.onReplaced?.(value, 'other window');
      ownSaved = null;
    }
    settle();
    options.onSaved?.(value);
  }

  function failed(error: unknown): void {
    request = null;
    // Only the response was lost, since a push or a read has already confirmed the value.
    if (!serverUncertain && isEqual(current, stored)) return succeeded(current, stored);
    serverUncertain = true;
    if (retriesDone < retries) {
      after(backoff(retriesDone), send);
      retriesDone += 1;
      enter('backing-off');
      return;
    }
    hasFailed = true;
    enter('failed');
    // Without a network, the offline bar reports the problem for all fields, and the registry saves them when the
    // network returns.
    if (onlineManager.isOnline()) options.onError?.(error);
  }

  function whenSettled(): Promise<boolean> {
    if (phase === 'clean' || phase === 'failed') return Promise.resolve(phase === 'clean');
    return new Promise((resolve) => settledWaiters.push(resolve));
  }

  function noteOwn(value: T): void {
    ownSaved = { value };
    newestOwn = ownSaved;
  }

  /**
   * Sends the newer value again after an older request of this window reached the server late, so that the text typed
   * last is stored.
   */
  function saveAgain(newest: { value: T }, late: T): void {
    aborted = aborted.filter((other) => !isEqual(other.value, late));
    newestOwn = newest;
    current = newest.value;
    sendAnew();
  }

  const arrivedLate = (value: T): boolean =>
    aborted.some((other) => isEqual(other.value, value) && timers.now() - other.at < ABORTED_ARRIVES_WITHIN_MS);

  function acceptStored(value: T): void {
    if (isEqual(value, stored)) return;
    const overtaken = arrivedLate(value);
    stored = value;
    if (phase === 'clean') {
      if (overtaken && newestOwn && !isEqual(value, newestOwn.value)) {
        if (!isEqual(current, newestOwn.value)) theirs = { value: current };
        return saveAgain(newestOwn, value);
      }
      if (ownSaved) options.onReplaced?.(ownSaved.value, 'other window');
      ownSaved = null;
      current = value;
      return enter('clean');
    }
    if (isEqual(value, current)) {
      serverUncertain = false;
      if (phase === 'sending') return enter(phase);
      // The response to our save was lost, or another window saved the same value.
      stopWhatRuns();
      noteOwn(value);
      return settle();
    }
    if (!overtaken) theirs = { value };
    enter(phase);
  }

  function flush(): Promise<boolean> {
    if (phase === 'waiting') {
      stopWhatRuns();
      sendAnew();
    } else if (phase === 'backing-off') {
      stopWhatRuns();
      send();
    } else if (phase === 'failed') {
      sendAnew(0);
    }
    return whenSettled();
  }

  function edit(value: T): void {
    if (isEqual(value, current)) return;
    stopWhatRuns();
    current = value;
    options.onOptimistic?.(value);
    if (isEqual(value, stored) && !serverUncertain) return settle();
    after(debounceMs, sendAnew);
    enter('waiting');
    keepDraft();
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    edit,
    keep(words) {
      typed = words;
      keepDraft();
    },
    acceptStored,
    recover(draft) {
      if (isEqual(draft.value, stored) || isEqual(draft.value, current)) return;
      const { base: begun, earlier: before = [] } = draft;
      if (phase === 'clean' && [begun, ...before].some((known) => isEqual(known, stored))) {
        // The earlier page may have sent the value while closing, and this page's first read may have happened before
        // it arrived.
        earlier = [draft.value, ...before].slice(0, REMEMBERED_ABORTS);
        mayStillArrive(draft.value);
        return edit(draft.value);
      }
      options.onReplaced?.(draft.value, 'newer save');
    },
    retry() {
      if (phase !== 'failed') return flush();
      sendAnew();
      return whenSettled();
    },
    flush,
    discard() {
      stopWhatRuns();
      current = stored;
      settle();
    },
  };
}
