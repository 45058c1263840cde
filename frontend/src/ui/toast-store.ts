import { logError } from '../platform/log';
import { reasonOf, refusalOf } from '../platform/http/failures';
import { createStore } from '../platform/store';

/** Milliseconds a toast stays unless told otherwise. */
export const TOAST_DURATION = 5000;
/** Milliseconds until a dismissed toast is forgotten. */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Pixels to the right from which on a swipe closes a toast. */
export const TOAST_SWIPE_THRESHOLD = 50;

/** Toasts that offer Undo and stay when others come. */
const TOASTS_WITH_UNDO = 3;

/** May take a while; tells by itself how it went. */
export type Undo = () => unknown;

export interface ToastOptions {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
  /** Takes back what the toast tells. Such a toast stays on screen when others come. */
  undo?: Undo;
  /** Names what its Undo changes when only the newest change of that can be taken back: an earlier toast of it goes. */
  undoOf?: string;
  /** Milliseconds; TOAST_DURATION when absent. */
  duration?: number;
  /** Finds what the toast speaks of, which it must not cover. */
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

/** The toasts that stay when this one comes: those with Undo, the newest last. */
function staying(shown: readonly ToastEntry[], { undo, undoOf }: ToastOptions): readonly ToastEntry[] {
  const others = shown.filter((entry) => entry.open && entry.undo && !(undoOf && entry.undoOf === undoOf));
  return undo ? others.slice(1 - TOASTS_WITH_UNDO) : others;
}

/** Holds the toasts on screen: a new one takes the place of the one that offers no Undo, and stands below the others. */
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
    /** Closes all toasts, or only the one with this id; they are forgotten after TOAST_REMOVE_DELAY. */
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
/** Shows a toast from anywhere, also outside React. */
export const toast = (options: ToastOptions): number => toastStore.toast(options);
/** Shows a toast about something that went wrong. */
export function tellFailure(title: string, description?: string, undo?: Undo): void {
  toast({ title, description, variant: 'destructive', undo });
}
/**
 * Tells what failed, with the reason of a server that refused it, and logs it.
 * @param words said instead of what trying again may mend
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
 * Brings back what was taken away, and tells how that went. A failure that trying again may mend offers Undo again.
 * @param after what is read anew, also when it failed: perhaps only the answer was lost
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
