import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

const passedOn = new WeakSet<Event>();

/**
 * A toast that came after a dialog lies over it, and takes its Escape. For the toast: leaves a key that was pressed in
 * a dialog to the dialog.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  const { target } = event;
  const isInDialog = target instanceof Element && target.closest('[data-dialog]') !== null;
  if (!isInDialog || target.closest('[data-radix-popper-content-wrapper]')) return;
  event.preventDefault();
  passedOn.add(event);
}

/** For the dialog: closes it on an Escape that a toast has passed on. */
export const onPassedEscape =
  (close: () => void) =>
  ({ key, nativeEvent }: ReactKeyboardEvent): void => {
    if (key === 'Escape' && passedOn.has(nativeEvent)) close();
  };
