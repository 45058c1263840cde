/** No text fields: a finger's press must not bring up the keyboard. */
const TABBABLE = ['a[href]', 'button', '[tabindex]']
  .map((kind) => `${kind}:not(:disabled):not([tabindex="-1"])`)
  .join(', ');

/** Who writes in it goes on writing when it is taken away: those keys must press nothing. */
const TEXT = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"], [type="submit"])';

/** Milliseconds a dialog or a menu that closes has to give the focus back by itself. */
const OTHERS_FIRST_MS = 60;

/** Where an element stood: its ancestors from the inside out, each with its place among its siblings. */
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

/** What stands in the place of something that is gone: the next, the one before, or what is around them. */
function inPlaceOf(stood: readonly Stood[], main: HTMLElement): HTMLElement {
  const at = stood.findIndex(({ parent }) => parent.isConnected);
  for (const { parent, place } of stood.slice(Math.max(at, 0))) {
    // Beyond the page's content nothing is near.
    if (!main.contains(parent)) return main;
    const near = firstIn(parent.children[place]) ?? firstIn(parent.children[place - 1]);
    if (near) return near;
  }
  return main;
}

/**
 * Keeps the focus from falling to the page when what had it is taken away: a deleted row, a button that was pressed and
 * gone, a player that has ended. That of a text goes to the page's content, where no key does anything. Whoever knows a
 * better place gives it the focus at once. A button that was disabled while it works gets it back when it can be pressed
 * again. Answers what ends it.
 */
export function keepFocus(main: HTMLElement): () => void {
  let last: Element | null = null;
  let stood: Stood[] = [];
  let timer = 0;
  /** A browser takes the focus from what is disabled, and tells nobody. */
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
