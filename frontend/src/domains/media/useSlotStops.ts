import { useState, type FocusEvent, type KeyboardEvent } from 'react';

/** How far an arrow leads in the two columns of the grid. */
const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 };

/**
 * One stop for Tab in a grid of slots: the slot that had the focus last, at first the chosen one. Arrows, Home and End
 * lead to the others.
 */
export function useSlotStops(keys: readonly string[], chosenKey: string | null) {
  const [last, setLast] = useState<string | null>(null);
  const stop = [last, chosenKey].find((key) => key !== null && keys.includes(key)) ?? keys[0];

  function onFocus({ target }: FocusEvent): void {
    const key = target.closest('li')?.querySelector<HTMLElement>('[data-slot]')?.dataset.slot;
    if (key !== undefined) setLast(key);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.slot === undefined) return;
    // What is being made cannot have the focus.
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-slot]:enabled')];
    const at = buttons.findIndex((button) => button === event.target);
    const step = STEPS[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && at + step;
    const next = to === undefined ? undefined : buttons[to];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
  return { isStop: (key: string): boolean => key === stop, group: { onFocus, onKeyDown } };
}
