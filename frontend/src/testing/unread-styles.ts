/*
 * Skips style sheets unless a test needs them: each role query would match all their rules against each element.
 * What queries ask of an element's style then follows from its tag, its attributes and its inline style.
 */

interface Files {
  readFileSync(path: string, encoding: 'utf8'): string;
}

const displays = new Map<string, string>();
const computed = window.getComputedStyle.bind(window);

/** Returns the inline display, or what jsdom's own style sheet says of such a tag. */
function displayOf(element: Element): string {
  if (element.getAttribute('style')?.includes('display')) return computed(element).display;
  const states = ['hidden', 'open'].map((name) => element.hasAttribute(name));
  const kind = [element.localName, element.getAttribute('type'), ...states].join();
  const known = displays.get(kind);
  if (known !== undefined) return known;
  const { display } = computed(element);
  displays.set(kind, display);
  return display;
}

/** Returns the nearest inline visibility, which is inherited. */
function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at.getAttribute('style')?.includes('visibility')) return computed(at).visibility;
  return 'visible';
}

/** Returns an element's style, computing in full only properties other than those that queries ask for. */
export function quickStyle(element: Element): CSSStyleDeclaration {
  const read = (name: string | symbol): unknown => {
    if (name === 'display') return displayOf(element);
    if (name === 'visibility') return visibilityOf(element);
    if (name === 'content') return '';
    const style = computed(element);
    const value: unknown = Reflect.get(style, name);
    return typeof value === 'function' ? value.bind(style) : value;
  };
  const known = new Set(['display', 'visibility', 'content']);
  const getPropertyValue = (name: string) => (known.has(name) ? read(name) : computed(element).getPropertyValue(name));
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
    if (name === 'style') element.setAttribute('type', 'text/x-unread');
    return element;
  };
  window.getComputedStyle = quickStyle;
}
