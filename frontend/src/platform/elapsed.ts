import { createStore } from './store';
import { useOutside } from './useOutside';

/** Milliseconds as minutes and seconds: '1:05'. A server's clock that is ahead of ours makes 0:00, never less. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long something is, as minutes and whole seconds. */
export const formatSeconds = (seconds: number): string => formatElapsed(Math.round(seconds) * 1_000);

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
export const useNow = (): number => useOutside(clock.subscribe, clock.get);
