import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../paths.mjs';

/**
 * What a domain's commands decide on. `modules` says which file, without its ending, has each of the three names.
 * @typedef {{ name: string, state: string, event: string, modules: Record<'name' | 'state' | 'event', string> }} Aggregate
 */

const DECLARED = /export const (\w+Aggregate): Aggregate<(\w+), (\w+)>/g;
export const BACKEND = 'backend/src';
/** Folders beside the domains. */
const SHARED = ['bench', 'bootstrap', 'platform', 'processes', 'providers', 'testing', 'tools'];

export const domains = () =>
  readdirSync(inRoot(BACKEND), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED.includes(entry.name))
    .map(({ name }) => name);

/** The folder of a domain for a kind of files: its own room where it has rooms, else the domain's.
 * @param {string} domain @param {'domain' | 'views' | 'http'} room */
export function roomOf(domain, room) {
  const place = `${BACKEND}/${domain}/${room}`;
  return existsSync(inRoot(place)) ? place : `${BACKEND}/${domain}`;
}

/** @param {string} domain @returns {Aggregate[]} */
export function aggregatesOf(domain) {
  const folder = roomOf(domain, 'domain');
  return readdirSync(inRoot(folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => {
      const text = readFileSync(inRoot(folder, file), 'utf8');
      const own = `${folder}/${file.replace(/\.ts$/, '')}`;
      return [...text.matchAll(DECLARED)].map(([, name = '', state = '', event = '']) => {
        const modules = { name: own, state: homeOf(state, text, own), event: homeOf(event, text, own) };
        return { name, state, event, modules };
      });
    });
}

/** The file that a type comes from: the one that imports it says so, or declares it.
 * @param {string} type @param {string} text @param {string} own */
function homeOf(type, text, own) {
  const [, from] = new RegExp(`import [^;]*\\b${type}\\b[^;]* from '(\\.[^']+)'`).exec(text) ?? [];
  return from === undefined ? own : path.posix.join(path.posix.dirname(own), from);
}

const STORED = `${BACKEND}/testing/stored-events/stored-events.unit.spec.ts`;

/** Every event that has ever been appended. A list that the compiler keeps complete has them. */
export const storedEvents = () =>
  [...readFileSync(inRoot(STORED), 'utf8').matchAll(/^ {2}(\w+): \d+,$/gm)].map(([, name = '']) => name);
