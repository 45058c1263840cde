/**
 * Elements that may get the focus. Text fields are left out, because focusing one on a touch device would open the
 * keyboard.
 */
const TABBABLE = ['a[href]', 'button', '[tabindex]']
  .map((kind) => `${kind}:not(:disabled):not([tabindex="-1"])`)
  .join(', ');

/** When a field is removed while the user types in it, the next keys must not press a button. */
const TEXT = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"], [type="submit"])';

/** Milliseconds for which a closing dialog or menu may return the focus itself. */
const OTHERS_FIRST_MS = 60;

/** An element's former position: its ancestors from the inside out, each with its index among its siblings. */
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

/** Returns the focusable element nearest to a removed one: the next, the previous, or one around them. */
function inPlaceOf(stood: readonly Stood[], main: HTMLElement): HTMLElement {
  const at = stood.findIndex(({ parent }) => parent.isConnected);
  for (const { parent, place } of stood.slice(Math.max(at, 0))) {
    // There is no nearby element outside the page's content.
    if (!main.contains(parent)) return main;
    const near = firstIn(parent.children[place]) ?? firstIn(parent.children[place - 1]);
    if (near) return near;
  }
  return main;
}

/**
 * Keeps the focus from falling to the body when the focused element is removed, such as a deleted row, a button that
 * disappears when pressed, or a player that has ended. After a text field, the focus goes to the page's content, where
 * keys do nothing. Code that knows a better target must focus it at once. A button that was disabled while busy gets
 * the focus back when it is enabled. Returns a stop function.
 */
export function keepFocus(main: HTMLElement): () => void {
  let last: Element | null = null;
  let stood: Stood[] = [];
  let timer = 0;
  /** The focused element that was disabled; it loses the focus without an event. */
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
