import browserslist from 'browserslist';
import { fileURLToPath } from 'node:url';

/** Name of each browser in package.json's browserslist, as a build target, and in prose. */
const NAMES = /** @type {const} */ ([
  { listed: 'chrome', target: 'chrome', word: 'Chrome' },
  { listed: 'edge', target: 'edge', word: 'Edge' },
  { listed: 'firefox', target: 'firefox', word: 'Firefox' },
  { listed: 'safari', target: 'safari', word: 'Safari' },
  { listed: 'ios_saf', target: 'ios', word: 'iOS' },
]);

/**
 * Returns the oldest version of each browser in frontend/package.json's browserslist, which the lint of web APIs also
 * reads.
 */
export function oldestBrowsers(list = browserslist(undefined, { path: fileURLToPath(import.meta.url) })) {
  const known = new Set(NAMES.map(({ listed }) => String(listed)));
  const unknown = list.find((entry) => !known.has(entry.split(' ')[0] ?? ''));
  if (unknown) throw new Error(`build/browsers.mjs has no name for '${unknown}'.`);
  return NAMES.flatMap(({ listed, ...names }) => {
    const versions = list.filter((entry) => entry.startsWith(`${listed} `)).map((entry) => oldestOf(entry));
    return versions.length > 0 ? [{ ...names, version: Math.min(...versions) }] : [];
  });
}

/** Entries can be ranges ('ios_saf 17.6-17.7'); the first number counts. @param {string} entry */
const oldestOf = (entry) => Number.parseFloat(entry.split(' ')[1] ?? '');

/** Targets in the format of Vite's `build.target`. */
export const buildTargets = () => oldestBrowsers().map(({ target, version }) => `${target}${version}`);

/** 'Chrome 123, Edge 123 and Firefox 125' */
export const browsersInWords = () =>
  new Intl.ListFormat('en-GB').format(oldestBrowsers().map(({ word, version }) => `${word} ${version}`));

/**
 * Writes the oldest supported versions into the message for visitors with an older browser.
 * @returns {import('vite').Plugin}
 */
export function namedBrowsers() {
  return {
    name: 'named-browsers',
    transformIndexHtml: (html) => html.replace('%BROWSERS%', browsersInWords()),
  };
}
