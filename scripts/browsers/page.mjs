import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from '../lib/paths.mjs';

const LIBRARY = inRoot('node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js');
const POLL_MS = 100;
const WAIT_MS = 60_000;

/**
 * Describes an element: by role and accessible name, by text, or, where there is neither, by a selector. Each further
 * one is searched inside the one before.
 * @typedef {{ role?: string, name?: string | RegExp, text?: string | RegExp, css?: string }} Wanted
 * @typedef {{ source: string, flags: string }} Pattern
 */

/** @param {string | RegExp | undefined} match */
const sendable = (match) => (match instanceof RegExp ? { source: match.source, flags: match.flags } : match);

/** Runs in the page: returns the described elements. @param {any[]} chain @returns {any[]} */
const findAll = (chain) => {
  const library = /** @type {any} */ (window).TestingLibraryDom;
  const match = (/** @type {any} */ given) =>
    given && typeof given === 'object' ? new RegExp(given.source, given.flags) : given;
  const isShown = (/** @type {Element} */ node) => node.getClientRects().length > 0;
  return chain.reduce(
    (roots, { role, name, text, css }) =>
      roots.flatMap((/** @type {any} */ root) => {
        if (css) return [...root.querySelectorAll(css)].filter(isShown);
        if (text) return library.queryAllByText(root, match(text)).filter(isShown);
        return library.queryAllByRole(root, role, name === undefined ? {} : { name: match(name) });
      }),
    [document.body],
  );
};

/** Returns the point to click, and the reason if a click would not reach the element. @param {HTMLElement} node */
const placeOf = (node) => {
  node.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = node.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const over = document.elementFromPoint(x, y);
  const isOff = node.matches(':disabled, [aria-disabled="true"], [aria-busy="true"]');
  const isCovered = !over || !(node.contains(over) || over.contains(node));
  const why = isOff ? 'it is disabled' : isCovered ? `it lies below ${over?.outerHTML.slice(0, 120)}` : null;
  return { x, y, why };
};

/** Records the page's uncaught errors from the time the library is loaded. */
const watch = () => {
  const seen = /** @type {string[]} */ (/** @type {any} */ (window).uncaught ?? []);
  if (/** @type {any} */ (window).uncaught) return;
  /** @type {any} */ (window).uncaught = seen;
  window.addEventListener('error', ({ message }) => void (/ResizeObserver loop/.test(message) || seen.push(message)));
  window.addEventListener('unhandledrejection', ({ reason }) => void seen.push(String(reason)));
};

/** A page in any engine, operated like a user would: each step waits until its element is there. */
export class Page {
  #library = readFileSync(LIBRARY, 'utf8');

  /** @param {import('./driver.mjs').Driver} driver */
  constructor(driver) {
    this.driver = driver;
  }

  /** @param {string} url */
  open(url) {
    return this.driver.open(url);
  }

  /**
   * Runs a function in the page on the described elements; its arguments and its result are JSON.
   * @template T
   * @param {Wanted[]} chain
   * @param {(nodes: any[], ...args: any[]) => T} read
   * @param {...unknown} args
   * @returns {Promise<T>}
   */
  async read(chain, read, ...args) {
    if (!(await this.driver.evaluate('typeof window.TestingLibraryDom === "object"'))) {
      await this.driver.evaluate(`(() => { ${this.#library}; (${watch})(); window.placeOf = ${placeOf}; })()`);
    }
    const sent = chain.map(({ name, text, ...rest }) => ({ ...rest, name: sendable(name), text: sendable(text) }));
    const inPage = [sent, ...args].map((value) => JSON.stringify(value)).join(', ');
    const body = `((chain, ...args) => (${read})((${findAll})(chain), ...args))(${inPage})`;
    return /** @type {Promise<T>} */ (this.driver.evaluate(body));
  }

  /**
   * Polls until the function returns anything but null, undefined and false.
   * @template T
   * @param {string} what for the message
   * @param {() => Promise<T>} look
   * @returns {Promise<NonNullable<T>>}
   */
  async until(what, look, waitMs = WAIT_MS) {
    /** @type {unknown} */
    let last;
    for (const end = Date.now() + waitMs; Date.now() < end; await pause(POLL_MS)) {
      try {
        last = await look();
        if (last !== null && last !== undefined && last !== false) return /** @type {NonNullable<T>} */ (last);
      } catch (error) {
        // During a navigation there is no page to read.
        last = error;
      }
    }
    throw new Error(`Waited in vain for ${what}${last instanceof Error ? ` (${last.message})` : ''}.`);
  }

  /** @param {Wanted[]} chain @param {number} [waitMs] */
  see(chain, waitMs) {
    return this.until(describe(chain), () => this.read(chain, (nodes) => nodes.length > 0), waitMs);
  }

  /** @param {Wanted[]} chain */
  seeNone(chain) {
    return this.until(`the end of ${describe(chain)}`, () => this.read(chain, (nodes) => nodes.length === 0));
  }

  /**
   * Clicks the centre of the first described element once it has stopped moving and nothing covers it.
   * @param {Wanted[]} chain
   * @param {number} [waitMs]
   */
  async click(chain, waitMs) {
    let why = '';
    let before = '';
    /** @type {() => Promise<{ x: number, y: number } | null>} */
    const look = async () => {
      const place = await this.read(chain, PLACE);
      why = place?.why ?? (place ? '' : 'it is not there');
      const at = JSON.stringify(place);
      const stands = at === before;
      before = at;
      return place && !place.why && stands ? place : null;
    };
    const { x, y } = await this.until(describe(chain), look, waitMs).catch((error) => {
      throw new Error(`${error.message} ${why}`);
    });
    await this.driver.click(x, y);
  }

  /** @param {Wanted[]} chain @param {string} text */
  async write(chain, text) {
    await this.click(chain);
    await this.until(`the focus in ${describe(chain)}`, () =>
      this.read(chain, ([node]) => node === document.activeElement),
    );
    await this.driver.type(text);
    await this.until(`'${text}' in ${describe(chain)}`, () =>
      this.read(chain, ([node], wanted) => node.value.endsWith(wanted), text),
    );
  }

  /** Returns the uncaught errors since the page was opened. @returns {Promise<string[]>} */
  uncaught() {
    return this.read([], () => /** @type {any} */ (window).uncaught ?? []);
  }
}

/** @param {any[]} nodes */
const PLACE = ([node]) => (node ? /** @type {any} */ (window).placeOf(node) : null);

/** @param {Wanted[]} chain */
const describe = (chain) =>
  chain
    .map(({ role, name, text, css }) => css ?? (text ? `'${text}'` : [role, name].filter(Boolean).join(' ')))
    .join(', ');
