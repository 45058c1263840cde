import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** What browsers say of a key that an input method has taken. */
const TAKEN = 229;
/** Milliseconds after the end of a composition in which Enter is still the key that ended it. */
const JUST_ENDED_MS = 50;

let endedAt = -Infinity;
if (typeof window !== 'undefined') {
  window.addEventListener('compositionend', (event) => (endedAt = event.timeStamp), true);
}

/**
 * Whether a key picks a candidate of an input method and is part of the word. Safari ends the composition before it
 * reports the key: `isComposing` is false by then.
 */
export function isForInputMethod({ nativeEvent }: ReactKeyboardEvent): boolean {
  const { isComposing, keyCode, timeStamp } = nativeEvent;
  return isComposing || keyCode === TAKEN || Math.abs(timeStamp - endedAt) < JUST_ENDED_MS;
}
