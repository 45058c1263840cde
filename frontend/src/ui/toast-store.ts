import { ApiError } from '../platform/api-client';
import { createStore } from '../platform/store';

/** Milliseconds a toast stays unless told otherwise. */
export const TOAST_DURATION = 5000;
/** Milliseconds until a dismissed toast is forgotten. */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Pixels to the right from which on a swipe closes a toast. */
export const TOAST_SWIPE_THRESHOLD = 50;

/** May take a while; tells by itself how it went. */
export type Undo = () => unknown;

export interface ToastOptions {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
  /** Takes back what the toast tells. What the toast before offered to take back stays at hand beside it. */
  undo?: Undo;
  /** Tells how an undo went: what else was at hand to be taken back still is. */
  afterUndo?: boolean;
  /** Milliseconds; TOAST_DURATION when absent. */
  duration?: number;
  /** Finds what the toast speaks of, which it must not cover. */
  about?: () => Element | null;
}
export interface ToastEntry extends ToastOptions {
  id: number;
  open: boolean;
  /** What can be taken back from here, the newest last. */
  undos: readonly Undo[];
}
export interface ToastTimers {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}
const browserTimers: ToastTimers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Holds the one toast on screen: a new one takes its place. */
export function createToastStore(timers: ToastTimers = browserTimers) {
  const shown = createStore<ToastEntry | null>(null);
  let lastId = 0;
  let removal: unknown;
  /** What is still at hand while an undo is under way. */
  let left: readonly Undo[] = [];

  function undosOf({ undo, afterUndo }: ToastOptions): readonly Undo[] {
    const current = shown.get();
    if (afterUndo) return left;
    if (!undo) return [];
    return [...(current?.open ? current.undos : []), undo];
  }

  return {
    subscribe: shown.subscribe,
    snapshot: shown.get,
    toast(options: ToastOptions): number {
      timers.clear(removal);
      lastId += 1;
      const undos = undosOf(options);
      left = [];
      shown.set({ ...options, undos, id: lastId, open: true });
      return lastId;
    },
    /** Takes the newest back. */
    undo(): void {
      const undos = shown.get()?.undos ?? [];
      left = undos.slice(0, -1);
      void undos.at(-1)?.();
    },
    /** Takes all back, the newest first: each finds things as they were when it was done. */
    async undoAll(): Promise<void> {
      const undos = shown.get()?.undos ?? [];
      left = [];
      for (const undo of [...undos].reverse()) await undo();
    },
    /** Closes the toast, or only the one with this id; it is forgotten after TOAST_REMOVE_DELAY. */
    dismiss(id?: number): void {
      const current = shown.get();
      if (!current?.open || (id !== undefined && id !== current.id)) return;
      const closed = { ...current, open: false };
      shown.set(closed);
      removal = timers.set(() => {
        if (shown.get()?.id === closed.id) shown.set(null);
      }, TOAST_REMOVE_DELAY);
    },
  };
}

export const toastStore = createToastStore();
/** Shows a toast from anywhere, also outside React. */
export const toast = (options: ToastOptions): number => toastStore.toast(options);
/** Shows a toast about something that went wrong. */
export function tellFailure(title: string, description?: string): void {
  toast({ title, description, variant: 'destructive' });
}
/** Brings back what was taken away, and tells how that went. */
export async function tellRestored(thing: string, restore: () => Promise<ToastOptions>): Promise<void> {
  try {
    toast({ ...(await restore()), afterUndo: true });
  } catch (error) {
    // Trying again makes no room.
    const isFull = error instanceof ApiError && error.code === 'limit_reached';
    const description = (isFull && error.serverMessage) || `Failed to restore ${thing}. Please try again.`;
    toast({ title: 'Restore failed', description, variant: 'destructive', afterUndo: true });
  }
}
export const dismissToast = (id?: number): void => toastStore.dismiss(id);
