import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../paths.mjs';

/**
 * An aggregate on which a domain's commands decide. `modules`: the files, without extension, that export the three
 * names.
 * @typedef {{ name: string, state: string, event: string, modules: Record<'name' | 'state' | 'event', string> }}
 * Aggregate
 */

const DECLARED = /export const (\w+Aggregate): Aggregate<(\w+), (\w+)>/g;
export const BACKEND = 'backend/src';
/** Folders of the back end that are not domains. */
const SHARED = [
  'app',
  'bench',
  'eventsourcing',
  'infra',
  'integrations',
  'lib',
  'observability',
  'pages',
  'testing',
  'tools',
];
/** Folders whose subfolders are domains of their own, as in .dependency-cruiser.cjs. */
const SUITES = ['delivery', 'money', 'projects', 'writing'];

const foldersOf = (/** @type {string} */ place) =>
  readdirSync(inRoot(place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The domains by their folder below the back end's source: `batches`, `money/zaps`. */
export const domains = () =>
  foldersOf(BACKEND)
    .filter((name) => !SHARED.includes(name))
    .flatMap((name) =>
      SUITES.includes(name) ? foldersOf(`${BACKEND}/${name}`).map((part) => `${name}/${part}`) : [name],
    );

/**
 * Returns a domain's folder for a kind of files: its subfolder if there is one, else the domain's own.
 * @param {string} domain @param {'domain' | 'views' | 'http'} room
 */
export function roomOf(domain, room) {
  const place = `${BACKEND}/${domain}/${room}`;
  return existsSync(inRoot(place)) ? place : `${BACKEND}/${domain}`;
}

/** @param {string} domain @returns {Aggregate[]} */
export function aggregatesOf(domain) {
  const folders = new Set([roomOf(domain, 'domain'), `${BACKEND}/${domain}`]);
  return [...folders]
    .flatMap((folder) => readdirSync(inRoot(folder)).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => {
      const text = readFileSync(inRoot(file), 'utf8');
      const own = file.replace(/\.ts$/, '');
      return [...text.matchAll(DECLARED)].map(([, name = '', state = '', event = '']) => {
        const modules = { name: own, state: homeOf(state, text, own), event: homeOf(event, text, own) };
        return { name, state, event, modules };
      });
    });
}

/**
 * Returns the file of a type: from its import, else the file itself.
 * @param {string} type @param {string} text @param {string} own
 */
function homeOf(type, text, own) {
  const [, from] = new RegExp(`import [^;]*\\b${type}\\b[^;]* from '(\\.[^']+)'`).exec(text) ?? [];
  return from === undefined ? own : path.posix.join(path.posix.dirname(own), from);
}

const STORED = `${BACKEND}/testing/stored-events/stored-events.unit.spec.ts`;

/** Returns every event that was ever appended, from a list that the compiler keeps complete. */
export const storedEvents = () =>
  [...readFileSync(inRoot(STORED), 'utf8').matchAll(/^ {2}(\w+): \d+,$/gm)].map(([, name = '']) => name);
