import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../platform/store';

/** The feet of open dialogs, with what is decided there; the newest last. */
const feet = createStore<readonly HTMLElement[]>([]);

/** Keeps toasts off an element for as long as it is there. */
export const useToastFreeFoot = () =>
  useCallback((foot: HTMLElement | null) => {
    if (!foot) return;
    feet.set([...feet.get(), foot]);
    return () => feet.set(feet.get().filter((other) => other !== foot));
  }, []);

/** Moves toasts above the foot that they would cover, else to the bottom of the window. */
function place(toasts: HTMLElement, foot: HTMLElement | undefined): void {
  toasts.style.bottom = '';
  if (!foot) return;
  const [own, its] = [toasts.getBoundingClientRect(), foot.getBoundingClientRect()];
  const isBeside = own.right <= its.left || own.left >= its.right;
  const isBelow = own.top >= its.bottom;
  if (!isBeside && !isBelow) toasts.style.bottom = `${window.innerHeight - its.top}px`;
}

/** A ref for the area of the toasts, which then never covers the foot of the dialog in front. */
export function useToastPlace(): (area: HTMLElement | null) => void {
  const [area, setArea] = useState<HTMLElement | null>(null);
  const foot = useSyncExternalStore(feet.subscribe, feet.get).at(-1);
  useLayoutEffect(() => {
    if (!area) return;
    const replace = () => place(area, foot);
    replace();
    // A dialog and its toast grow with their words, and the window may be turned.
    const sizes = new ResizeObserver(replace);
    for (const element of [area, foot, foot?.closest('[data-dialog]'), document.documentElement]) {
      if (element) sizes.observe(element);
    }
    window.addEventListener('resize', replace);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', replace);
    };
  }, [area, foot]);
  return setArea;
}
