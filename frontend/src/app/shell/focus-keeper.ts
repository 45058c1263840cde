/** Text fields are left out: on touch devices, focusing one would bring up the keyboard. */
const TABBABLE = ['a[href]', 'button', '[tabindex]']
  .map((kind) => `${kind}:not(:disabled):not([tabindex="-1"])`)
  .join(', ');

/** A user typing in a removed field keeps typing: those keys must not press a button. */
const TEXT = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"], [type="submit"])';

/** Milliseconds for a closing dialog or menu to return the focus by itself. */
const OTHERS_FIRST_MS = 60;

/** An element's former position: its ancestors from the inside out, each with the index among its siblings. */
interface Stood {
  parent: Element;
  place: number;
}

function standing(element: Element): Stood[] {
  const stood: Stood[] = [];
  for (let node = element; node.parentElement; node = node.parentElement) {
    stood.push({ parent: node.parentElement, place: [...node.parentElement.children].indexOf(node) });
  }
  return stood;
}

function firstIn(element: Element | undefined): HTMLElement | null {
  if (!element) return null;
  if (element instanceof HTMLElement && element.matches(TABBABLE)) return element;
  return element.querySelector<HTMLElement>(TABBABLE);
}

/** Returns the nearest focusable element in place of a removed one: the next, the previous, or one around them. */
function inPlaceOf(stood: readonly Stood[], main: HTMLElement): HTMLElement {
  const at = stood.findIndex(({ parent }) => parent.isConnected);
  for (const { parent, place } of stood.slice(Math.max(at, 0))) {
    // Outside the page's content there is no nearby element.
    if (!main.contains(parent)) return main;
    const near = firstIn(parent.children[place]) ?? firstIn(parent.children[place - 1]);
    if (near) return near;
  }
  return main;
}

/**
 * Keeps the focus from falling to the body when the focused element is removed: a deleted row, a button that disappears
 * when pressed, a player that has ended. From a text field it goes to the page's content, where keys do nothing. Code
 * with a better target must focus it at once. A button that was disabled while busy gets the focus back when it is
 * enabled. Returns a stop function.
 */
export function keepFocus(main: HTMLElement): () => void {
  let last: Element | null = null;
  let stood: Stood[] = [];
  let timer = 0;
  /** A disabled element loses the focus without an event. */
  let disabled: HTMLElement | null = null;

  function note({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    last = target;
    disabled = null;
    stood = standing(target);
  }
  const isLost = (): boolean => document.activeElement === document.body && last !== null && !last.isConnected;
  function restore(): void {
    if (!isLost()) return;
    const target = last?.matches(TEXT) ? main : inPlaceOf(stood, main);
    target.focus({ preventScroll: true });
  }
  function returnTo({ target }: MutationRecord): void {
    if (!(target instanceof HTMLElement) || target !== last) return;
    if (target.matches(':disabled')) disabled = target;
    else if (target === disabled && document.activeElement === document.body) target.focus({ preventScroll: true });
  }
  const observer = new MutationObserver((records) => {
    records.filter(({ type }) => type === 'attributes').forEach(returnTo);
    if (!isLost()) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(restore, OTHERS_FIRST_MS);
  });
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    window.clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
}
