import type { WorkspaceTab } from '@storyreel/contracts';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { showOpenTab } from '../../ui/Tabs';

/** User input that cancels restoring the scroll position, which would otherwise move the page against the user. */
export const TAKES_OVER = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls to a position, and repeats that while the page grows. Returns a stop function. */
function scrollOnceTall(top: number): () => void {
  const reached = (): boolean => Math.abs(window.scrollY - top) < 1;
  const observer = new ResizeObserver(go);
  function stop(): void {
    observer.disconnect();
    for (const event of TAKES_OVER) window.removeEventListener(event, stop);
  }
  function go(): void {
    if (!reached()) window.scrollTo(0, top);
    if (reached()) stop();
  }
  go();
  if (!reached()) {
    observer.observe(document.body);
    for (const event of TAKES_OVER) window.addEventListener(event, stop, { passive: true });
  }
  return stop;
}

/** Returns the scroll position at which the tab bar becomes sticky. */
function topOfTab(bar: HTMLElement | null): number {
  if (!bar?.parentElement) return 0;
  const sticksAt = Number.parseFloat(getComputedStyle(bar).top) || 0;
  return Math.max(0, bar.parentElement.offsetTop - sticksAt);
}

/**
 * Restores the scroll position of each tab. A tab that was not visited yet starts at its top.
 * @returns the ref for the sticky tab bar
 */
export function useTabScroll(tab: WorkspaceTab): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<WorkspaceTab, number>());
  const shownTab = useRef(tab);

  useLayoutEffect(() => showOpenTab(bar.current), [tab]);

  useLayoutEffect(() => {
    if (shownTab.current === tab) return;
    shownTab.current = tab;
    return scrollOnceTall(places.current.get(tab) ?? Math.min(window.scrollY, topOfTab(bar.current)));
  }, [tab]);

  useEffect(() => {
    const note = (): void => void places.current.set(tab, window.scrollY);
    // In the frame in which the tab is switched, the scroll position is still that of the previous tab.
    const start = requestAnimationFrame(() => window.addEventListener('scroll', note, { passive: true }));
    return () => {
      cancelAnimationFrame(start);
      window.removeEventListener('scroll', note);
    };
  }, [tab]);
  return bar;
}
