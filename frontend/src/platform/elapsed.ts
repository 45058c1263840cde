import { useSyncExternalStore } from 'react';

/** Milliseconds as minutes and seconds: '1:05'. A server's clock that is ahead of ours makes 0:00, never less. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const listeners = new Set<() => void>();
let now = Date.now();
let ticking: number | null = null;

const tick = (): void => {
  now = Date.now();
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (ticking === null) {
    now = Date.now();
    ticking = window.setInterval(tick, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || ticking === null) return;
    window.clearInterval(ticking);
    ticking = null;
  };
}

/** Milliseconds since the epoch, anew every second; all who look share one timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
