import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The `keyCode` that browsers report for a key that an input method handles. */
const TAKEN = 229;
/** Milliseconds after the end of a composition during which Enter still counts as the key that ended it. */
const JUST_ENDED_MS = 50;

let endedAt = -Infinity;
if (typeof window !== 'undefined') {
  window.addEventListener('compositionend', (event) => (endedAt = event.timeStamp), true);
}

/**
 * Returns true if the key belongs to an input method's composition. Safari ends the composition before it reports the
 * key, when `isComposing` is already false.
 */
export function isForInputMethod({ nativeEvent }: ReactKeyboardEvent): boolean {
  const { isComposing, keyCode, timeStamp } = nativeEvent;
  return isComposing || keyCode === TAKEN || Math.abs(timeStamp - endedAt) < JUST_ENDED_MS;
}

/** Input types that contain no text. */
const PRESSED = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Returns true for an element that contains editable or read-only text. */
export function isTextField(element: EventTarget | null): boolean {
  if (element instanceof HTMLInputElement) return !PRESSED.has(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}
