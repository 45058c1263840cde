import { logError } from '../platform/log';
import { reasonOf, refusalOf } from '../platform/http/failures';
import { createStore } from '../platform/store';

/** Default display time in milliseconds. */
export const TOAST_DURATION = 5000;
/** Milliseconds until a dismissed toast is removed from the store. */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Minimum pixels of a swipe to the right that closes a toast. */
export const TOAST_SWIPE_THRESHOLD = 50;

/** Maximum number of toasts with Undo that are shown together. */
const TOASTS_WITH_UNDO = 3;

/** Undoes a change. It may be asynchronous, and reports its result itself. */
export type Undo = () => unknown;

export interface ToastOptions {
  title: string;
  description?: string;
  /** Further information, in addition to the description. */
  details?: string;
  /** A link to the thing that the toast is about, shown beside Undo. */
  link?: { label: string; onClick: () => void };
  variant?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
  /** Undoes the reported change. A toast with Undo stays on screen when other toasts appear. */
  undo?: Undo;
  /**
   * Name of the thing that Undo restores, if only its newest change can be undone. A new toast closes an earlier one
   * with the same name.
   */
  undoOf?: string;
  /** Display time in milliseconds; TOAST_DURATION by default. */
  duration?: number;
  /** Returns the element that the toast refers to, and that the toast must not cover. */
  about?: () => Element | null;
}
export interface ToastEntry extends ToastOptions {
  id: number;
  open: boolean;
}
export interface ToastTimers {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}
const browserTimers: ToastTimers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Returns the toasts that stay when a new toast with these options appears: those with Undo, the newest last. */
function staying(shown: readonly ToastEntry[], { undo, undoOf }: ToastOptions): readonly ToastEntry[] {
  const others = shown.filter((entry) => entry.open && entry.undo && !(undoOf && entry.undoOf === undoOf));
  return undo ? others.slice(1 - TOASTS_WITH_UNDO) : others;
}

/**
 * Creates the store of the toasts on screen. A new toast replaces the toast without Undo and appears below the others.
 */
export function createToastStore(timers: ToastTimers = browserTimers) {
  const shown = createStore<readonly ToastEntry[]>([]);
  const removals = new Map<number, unknown>();
  let lastId = 0;

  function show(entries: readonly ToastEntry[]): void {
    for (const [id, removal] of removals) {
      if (entries.some((entry) => entry.id === id)) continue;
      timers.clear(removal);
      removals.delete(id);
    }
    shown.set(entries);
  }
  const forget = (id: number): void => show(shown.get().filter((entry) => entry.id !== id));

  return {
    subscribe: shown.subscribe,
    snapshot: shown.get,
    toast(options: ToastOptions): number {
      lastId += 1;
      show([...staying(shown.get(), options), { ...options, id: lastId, open: true }]);
      return lastId;
    },
    /** Closes all toasts, or only the one with this id; they are removed after TOAST_REMOVE_DELAY. */
    dismiss(id?: number): void {
      const closing = shown.get().filter((entry) => entry.open && (id === undefined || id === entry.id));
      if (closing.length === 0) return;
      show(shown.get().map((entry) => (closing.includes(entry) ? { ...entry, open: false } : entry)));
      for (const entry of closing)
        removals.set(
          entry.id,
          timers.set(() => forget(entry.id), TOAST_REMOVE_DELAY),
        );
    },
  };
}

export const toastStore = createToastStore();
/** Shows a toast; can also be called outside React. */
export const toast = (options: ToastOptions): number => toastStore.toast(options);
/** Shows a toast about a failure. */
export function tellFailure(title: string, description?: string, undo?: Undo): void {
  toast({ title, description, variant: 'destructive', undo });
}
/**
 * Shows and logs a failure, with the server's reason if the server refused the action.
 * @param words shown instead for failures that a retry may resolve
 */
export function tellError(title: string, error: unknown, words = reasonOf(error) ?? 'Please try again.'): void {
  tellOrUndo(title, error, words);
}
function tellOrUndo(title: string, error: unknown, words: string, undo?: Undo): void {
  const refusal = refusalOf(error);
  logError(title, error);
  tellFailure(title, refusal ?? words, refusal === undefined ? undo : undefined);
}
/**
 * Restores something and reports the result. After a failure that a retry may resolve, offers Undo again.
 * @param after refreshes data, also after a failure, because perhaps only the response was lost
 */
export async function tellRestored(
  thing: string,
  restore: () => Promise<ToastOptions>,
  after?: () => Promise<unknown>,
): Promise<void> {
  try {
    toast(await restore());
  } catch (error) {
    const again = (): Promise<void> => tellRestored(thing, restore, after);
    tellOrUndo('Restore failed', error, `Failed to restore ${thing}. Please try again.`, again);
  }
  await after?.();
}
export const dismissToast = (id?: number): void => toastStore.dismiss(id);
