import { minutesAndSeconds } from '@storyreel/contracts';
import { createStore, useExternalStore } from '../store';

/** Milliseconds as minutes and full seconds: '1:05'. A server's clock that is ahead of ours makes 0:00, never less. */
export const formatElapsed = (ms: number): string => minutesAndSeconds(Math.floor(ms / 1_000));

/** Time to come, for people: 'about 3 min left'. */
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

/** Milliseconds since the epoch, anew every second; all who look share one timer. */
export const useNow = (): number => useExternalStore(clock.subscribe, clock.get);
