import { createStore } from '../platform/store';

/** Milliseconds a toast stays unless told otherwise. */
export const TOAST_DURATION = 5000;
/** Milliseconds until a dismissed toast is forgotten. */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Pixels to the right from which on a swipe closes a toast. */
export const TOAST_SWIPE_THRESHOLD = 50;

export interface ToastOptions {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
  /** Milliseconds; TOAST_DURATION when absent. */
  duration?: number;
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

/** Holds the one toast on screen: a new one takes its place. */
export function createToastStore(timers: ToastTimers = browserTimers) {
  const shown = createStore<ToastEntry | null>(null);
  let lastId = 0;
  let removal: unknown;
  return {
    subscribe: shown.subscribe,
    snapshot: shown.get,
    toast(options: ToastOptions): number {
      timers.clear(removal);
      lastId += 1;
      shown.set({ ...options, id: lastId, open: true });
      return lastId;
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
    toast(await restore());
  } catch {
    tellFailure('Restore failed', `Failed to restore ${thing}. Please try again.`);
  }
}
export const dismissToast = (id?: number): void => toastStore.dismiss(id);
