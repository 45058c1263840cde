const { default: JSDOMEnvironment } = require('jest-environment-jsdom');
const { sharedEnvironment } = require('./shared-environment.cjs');

const PROTOTYPES = [
  'Element',
  'HTMLElement',
  'HTMLMediaElement',
  'HTMLInputElement',
  'Document',
  'Node',
  'EventTarget',
];

/** @param {object} object @returns {Map<string, PropertyDescriptor>} */
const ownOf = (object) => new Map(Object.entries(Object.getOwnPropertyDescriptors(object)));

/** @param {any} object @param {Map<string, PropertyDescriptor>} before */
function putBack(object, before) {
  for (const [name, is] of ownOf(object)) {
    const was = before.get(name);
    if (was === undefined && !name.startsWith('__')) delete object[name];
    const isSame = was === undefined || (was.value === is.value && was.get === is.get && was.set === is.set);
    if (!isSame && is.configurable) Object.defineProperty(object, name, was);
    else if (!isSame && is.writable) object[name] = was.value;
  }
  for (const [name, was] of before) if (!Object.hasOwn(object, name)) Object.defineProperty(object, name, was);
}

/** Empties jsdom's cache of selectors, which keeps the elements that each one selected last. @param {any} document */
function forgetSelected(document) {
  const [impl] = Object.getOwnPropertySymbols(document).filter(({ description }) => description === 'impl');
  for (const cache of ['selectResolvers', 'matchResolvers']) document[impl]._nwsapi?.[cache].clear();
}

/**
 * One page for all test files of a worker, emptied for each file. Packages stay loaded in the page; modules of the
 * product are loaded again for each file, because they have state.
 */
class PageEnvironment extends JSDOMEnvironment {
  /** @param {any} config @param {any} context */
  constructor(config, context) {
    // Errors of jsdom go to the console of the file that is running.
    const error = (/** @type {unknown[]} */ ...args) => this.global.console.error(...args);
    super(config, { ...context, console: { error } });
    const { global: page } = this;
    /** @type {Array<[any, Parameters<EventTarget['addEventListener']>]>} */
    this.listeners = [];
    for (const target of [page, page.document]) {
      const add = target.addEventListener;
      target.addEventListener = (/** @type {any[]} */ ...args) => {
        // React adds this listener once per document, so it has to stay.
        if (args[0] !== 'selectionchange') this.listeners.push([target, args]);
        return add.apply(target, args);
      };
    }
    const owners = [page, page.document, page.navigator, page.URL, ...PROTOTYPES.map((name) => page[name].prototype)];
    this.before = owners.map((owner) => /** @type {const} */ ([owner, ownOf(owner)]));
    this.timers = 0;
  }

  /** @param {string} path */
  keepsModule(path) {
    // Testing Library registers hooks for the file that loads it.
    return path.includes('/node_modules/') && !path.includes('/@testing-library/');
  }

  async clear() {
    const { global: page, dom } = this;
    // Lets packages end what they defer when a component goes: Radix then takes a dialog out of its list of focus scopes.
    await new Promise((resolve) => page.setTimeout(resolve, 0));
    for (const [target, args] of this.listeners.splice(0)) target.removeEventListener(...args);
    for (const [owner, before] of this.before) putBack(owner, before);
    const last = page.setTimeout(() => undefined, 0);
    for (; this.timers <= last; this.timers += 1) page.clearTimeout(this.timers);
    const { document, localStorage, sessionStorage } = page;
    document.body.replaceChildren();
    forgetSelected(document);
    for (const child of [...document.head.children]) if (!child.matches('style[data-emotion]')) child.remove();
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    localStorage.clear();
    sessionStorage.clear();
    dom.cookieJar.removeAllCookiesSync();
    dom.reconfigure({ url: 'http://localhost/' });
  }
}

module.exports = sharedEnvironment(PageEnvironment);
