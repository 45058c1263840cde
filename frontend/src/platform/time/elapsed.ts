import { minutesAndSeconds } from '@storyreel/contracts';
import { createStore, useExternalStore } from '../store';

/**
 * Formats milliseconds as minutes and full seconds: '1:05'. A negative value, from a server whose clock is ahead of
 * ours, gives 0:00.
 */
export const formatElapsed = (ms: number): string => minutesAndSeconds(Math.floor(ms / 1_000));

/** Formats a remaining time: 'about 3 min left'. */
export function leftWords(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `about ${minutes} min left`;
  return `about ${Math.round(minutes / 60)} h left`;
}

const clock = createStore(Date.now(), () => {
  const tick = () => clock.set(Date.now());
  tick();
  const ticking = window.setInterval(tick, 1_000);
  return () => window.clearInterval(ticking);
});

/** Returns the current time in milliseconds since 1970, updated every second; all components share one timer. */
export const useNow = (): number => useExternalStore(clock.subscribe, clock.get);
