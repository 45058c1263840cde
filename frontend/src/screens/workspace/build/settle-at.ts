import { TAKES_OVER } from '../useTabScroll';

/** Frames without a change after which a place counts as reached. */
const CALM_FRAMES = 12;
/** Milliseconds after which it is given up. */
const GIVE_UP_MS = 5000;

/**
 * Brings a row of a virtual list to the top of what can be seen and its heading the focus, and keeps it there while the
 * rows around it get their real heights. Ends when that is done or the person takes over. Answers what ends it.
 */
export function settleAt(container: HTMLElement, index: number, coveredTop: () => number): () => void {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  let calm = 0;
  let isFocused = false;
  let frame = requestAnimationFrame(step);
  function step(): void {
    const row = container.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (row && !isFocused) {
      row.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
      isFocused = true;
    }
    const before = window.scrollY;
    if (row) window.scrollBy(0, Math.round(row.getBoundingClientRect().top - coveredTop()));
    const isCalm = row !== null && window.scrollY === before && !container.querySelector('[aria-busy="true"]');
    calm = isCalm ? calm + 1 : 0;
    if (calm < CALM_FRAMES && performance.now() < giveUpAt) frame = requestAnimationFrame(step);
    else stop();
  }
  function stop(): void {
    cancelAnimationFrame(frame);
    for (const event of TAKES_OVER) window.removeEventListener(event, stop);
  }
  for (const event of TAKES_OVER) window.addEventListener(event, stop, { passive: true });
  return stop;
}
