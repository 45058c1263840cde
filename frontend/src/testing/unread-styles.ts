/* Keeps style sheets from being parsed, because each role query would match all their rules against each
   element. Queries then derive an element's style from its tag, its attributes and its inline style. */

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

/** A style sheet of emotion: one text per rule. */
interface Sheet {
  cssRules: string[];
}

/**
 * Returns the value that the rules of an element's own classes declare for a property, the last one if several apply; ''
 * without one. Rules for states and inside media queries do not count.
 */
export function declared(element: Element, property: string): string {
  const sheets = [...document.querySelectorAll('style[data-emotion]')].map(
    (style) => Reflect.get(style, 'sheet') as Sheet,
  );
  const own = [...element.classList].map((name) => `.${name}`);
  const applies = (selector: string): boolean =>
    own.some((name) => selector.startsWith(name)) && !selector.includes(':') && element.matches(selector);
  const declarations = sheets
    .flatMap(({ cssRules }) => cssRules)
    .filter((rule) => applies(rule.slice(0, rule.indexOf('{'))))
    .flatMap((rule) => [...rule.matchAll(/[{;]([\w-]+):([^;}]*)/g)]);
  return declarations.findLast(([, name]) => name === property)?.[2] ?? '';
}

const create = document.createElement.bind(document);
document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
  const element = create(name, options);
  if (name !== 'style') return element;
  element.setAttribute('type', 'text/x-unread');
  const cssRules: string[] = [];
  const insertRule = (rule: string): number => cssRules.push(rule) - 1;
  Object.defineProperty(element, 'sheet', { value: { insertRule, cssRules } });
  return element;
};
window.getComputedStyle = quickStyle;
