import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { roomOf } from './aggregates.mjs';
import { formsOf, renamed } from './names.mjs';

/**
 * @typedef {import('./options.mjs').Order} Order
 * @typedef {{ place: string, text: string }} NewFile
 */

/** Examples that new files are copied from. They are compiled, linted and tested like all other code. */
const EXAMPLES = 'backend/src/testing/example';
const SCREEN_EXAMPLE = 'frontend/src/testing/example';
const EXAMPLE_OF = { command: 'do-example', view: 'example-list', screen: 'good-example' };
/** The module in which the examples have their aggregate. */
const EXAMPLE_AGGREGATE = `${EXAMPLES}/domain/example`;

/**
 * Returns the files of an order; longer names may leave lines to be formatted.
 * @param {Order} order @returns {NewFile[]}
 */
export function layOut(order) {
  const places = placesOf(order);
  return [...places].map(([example, place]) => {
    const text = readFileSync(inRoot(example), 'utf8');
    return { place, text: withNames(withImportsOf(text, example, place, places, order), order) };
  });
}

/** Writes all files or none. @param {NewFile[]} files @throws when one of them exists already */
export function writeAll(files) {
  const there = files.filter(({ place }) => existsSync(inRoot(place)));
  if (there.length > 0) {
    throw new Error(`Nothing was written. There already: ${there.map(({ place }) => place).join(', ')}`);
  }
  for (const { place, text } of files) {
    mkdirSync(path.dirname(inRoot(place)), { recursive: true });
    writeFileSync(inRoot(place), text, { flag: 'wx' });
  }
}

/** Maps each example to the new file. @param {Order} order @returns {Map<string, string>} */
function placesOf(order) {
  const example = EXAMPLE_OF[order.kind];
  if (order.kind === 'screen') {
    const folder = `frontend/src/features/${order.name}`;
    return new Map([
      [`${SCREEN_EXAMPLE}/GoodExampleScreen.tsx`, `${folder}/${formsOf(order.name).pascal}Screen.tsx`],
      [`${SCREEN_EXAMPLE}/good-example.unit.spec.tsx`, `${folder}/${order.name}.unit.spec.tsx`],
    ]);
  }
  const room = order.kind === 'command' ? 'domain' : 'views';
  const endings = order.kind === 'command' ? ['.ts', '.unit.spec.ts'] : ['.view.ts', '.unit.spec.ts'];
  const folder = roomOf(order.domain, room);
  return new Map(
    endings.map((ending) => [`${EXAMPLES}/${room}/${example}${ending}`, `${folder}/${order.name}${ending}`]),
  );
}

/**
 * Rewrites the imports for the new place. @param {string} text @param {string} example @param {string} place
 * @param {Map<string, string>} places @param {Order} order
 */
function withImportsOf(text, example, place, places, order) {
  const moved = new Map([...places].map(([from, to]) => [moduleOf(from), moduleOf(to)]));
  const specifier = (/** @type {string} */ target) => {
    const relative = path.posix.relative(path.posix.dirname(place), target);
    return relative.startsWith('.') ? relative : `./${relative}`;
  };
  return text.replaceAll(/import ([^;]*?) from '(\.[^']+)';/g, (_, what, from) => {
    const target = path.posix.join(path.posix.dirname(example), from);
    if (target !== EXAMPLE_AGGREGATE || order.kind === 'screen') {
      return `import ${what} from '${specifier(moved.get(target) ?? target)}';`;
    }
    const homes = aggregateImports(what, order.aggregate.modules);
    return [...homes].map(([home, names]) => `import ${bracketed(names)} from '${specifier(home)}';`).join('\n');
  });
}

/**
 * Groups an example's imports from its aggregate by the domain's file that exports them. @param {string} what
 * @param {import('./aggregates.mjs').Aggregate['modules']} modules @returns {Map<string, string[]>}
 */
function aggregateImports(what, modules) {
  const homes = new Map();
  for (const [name] of what.matchAll(/example\w+|Example\w+/g)) {
    const isType = name !== 'exampleAggregate';
    const home = !isType ? modules.name : name === 'ExampleState' ? modules.state : modules.event;
    homes.set(home, [...(homes.get(home) ?? []), isType ? `type ${name}` : name]);
  }
  return homes;
}

/** Uses a type-only import if all names are types. @param {string[]} names */
const bracketed = (names) =>
  names.every((name) => name.startsWith('type '))
    ? `type { ${names.map((name) => name.replace(/^type /, '')).join(', ')} }`
    : `{ ${names.join(', ')} }`;

/** @param {string} place */
const moduleOf = (place) => place.replace(/\.tsx?$/, '');

/** Replaces the example's names by the real ones. @param {string} text @param {Order} order */
function withNames(text, order) {
  const named = renamed(text, EXAMPLE_OF[order.kind], order.name);
  if (order.kind === 'screen') return named;
  const { name, state, event } = order.aggregate;
  return named
    .replaceAll('ExampleDone', order.event)
    .replaceAll('exampleAggregate', name)
    .replaceAll('ExampleState', state)
    .replaceAll('ExampleEvent', event);
}
