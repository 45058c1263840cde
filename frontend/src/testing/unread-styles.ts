/* Ignores style sheets unless a test needs them, because each role query would match all their rules against each
   element. Queries then derive an element's style from its tag, its attributes and its inline style. */

interface Files {
  readFileSync(path: string, encoding: 'utf8'): string;
}

const PER_TAG = new Map<string, CSSStyleDeclaration>();
const computed = window.getComputedStyle.bind(window);

/** Returns the style that jsdom's own style sheet gives to an element with this tag. */
function styleOfTag(element: Element): CSSStyleDeclaration {
  const states = ['hidden', 'open'].map((name) => element.hasAttribute(name));
  const kind = [element.localName, element.getAttribute('type'), ...states].join();
  const known = PER_TAG.get(kind);
  if (known) return known;
  const style = computed(element);
  PER_TAG.set(kind, style);
  return style;
}

/** Returns an inherited property from the nearest element that sets it inline. */
function inherited(element: Element, property: string, otherwise: string): string {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at.getAttribute('style')?.includes(property)) return computed(at).getPropertyValue(property);
  return otherwise;
}

/** Returns an element's style; computes it in full only when the inline style may matter. */
export function quickStyle(element: Element): CSSStyleDeclaration {
  const inline = element.getAttribute('style');
  const read = (name: string | symbol): unknown => {
    if (name === 'visibility') return inherited(element, name, 'visible');
    if (name === 'pointerEvents' || name === 'pointer-events') return inherited(element, 'pointer-events', 'auto');
    if (name === 'content') return '';
    const isPlain = inline === null || (name === 'display' && !inline.includes(name));
    const style = isPlain ? styleOfTag(element) : computed(element);
    const value: unknown = Reflect.get(style, name);
    return typeof value === 'function' ? value.bind(style) : value;
  };
  const own = new Set(['display', 'visibility', 'pointer-events', 'content']);
  const getPropertyValue = (name: string) => (own.has(name) ? read(name) : computed(element).getPropertyValue(name));
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_target, name) => (name === 'getPropertyValue' ? getPropertyValue : read(name)),
  });
}

const { readFileSync } = jest.requireActual<Files>('node:fs');
const { testPath } = expect.getState();
if (testPath === undefined || !readFileSync(testPath, 'utf8').includes('getComputedStyle')) {
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options);
    if (name !== 'style') return element;
    element.setAttribute('type', 'text/x-unread');
    // Without a sheet, Emotion would throw and catch an error for each rule.
    Object.defineProperty(element, 'sheet', { value: { insertRule: () => 0, cssRules: [] } });
    return element;
  };
  window.getComputedStyle = quickStyle;
}
