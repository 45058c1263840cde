import { existsSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { BACKEND, roomOf } from './aggregates.mjs';
import { formsOf } from './names.mjs';

/** @typedef {import('./options.mjs').DomainOrder} DomainOrder */

/** Lists the steps that no template can do, in the best order. @param {import('./options.mjs').Order} order */
export function byHand(order) {
  if (order.kind === 'screen') return screenSteps(order.name);
  return order.kind === 'command' ? commandSteps(order) : viewSteps(order);
}

/** @param {DomainOrder} order */
function commandSteps({ name, domain, aggregate, event, isNew }) {
  const { pascal } = formsOf(name);
  const { modules } = aggregate;
  return [
    ...(isNew
      ? [
          `${modules.event}.ts: ${event} with its data ({ note: string } until you know better) in ${aggregate.event}; ` +
            `${modules.name}.ts: what it changes in evolve.`,
          `${BACKEND}/testing/stored-events: ${event} in the list STORED, and an event as it is stored in events-1.jsonl.`,
        ]
      : [`${name}.ts: the data that ${event} has.`]),
    `${name}.ts: what the state has to be, whose it is, and what is refused; a test for each.`,
    `${moduleFile(domain)}: ${pascal}Handler among the providers.`,
    `${BACKEND}/testing/repeatable: a row that does it twice, or its name in NOT_REPEATED.`,
    `contracts/src: the schema of the request; ${roomOf(domain, 'http')}: the route that sends ${pascal}.`,
  ];
}

/** @param {DomainOrder} order */
function viewSteps({ name, domain, event }) {
  const { pascal, camel } = formsOf(name);
  return [
    `${name}.view.ts: the columns, and which events besides ${event} change them; a test for each.`,
    `${BACKEND}/${domain}/index.ts: ${camel}View among the domain's views; ${BACKEND}/app/composition.ts lists them all.`,
    `${moduleFile(domain)}: ${pascal}Queries among the providers.`,
    'npx jest -u stored-events: its columns, each with a hash of what stored events make of it.',
    `contracts/src: the schema of the answer; ${roomOf(domain, 'http')}: the route that asks ${pascal}Queries.`,
    'If open windows should show changes: a push rule of the domain, and its handler on the front end.',
  ];
}

/** @param {string} name */
function screenSteps(name) {
  const { pascal } = formsOf(name);
  return [
    `frontend/src/app/router.tsx: screen('/${name}', '${pascal}Screen', …) among the children of the root.`,
    'frontend/src/app/shell/MainSidebar.tsx: an entry, if the sidebar should link to it.',
    `scripts/lib/screens.mjs: its screenshot; frontend/src/app/shell/user-gate.unit.spec.tsx: its address.`,
    'For data from the server: keys and queries in its api.ts; a new feature needs a place in FEATURES ' +
      'of .dependency-cruiser.cjs.',
  ];
}

/** @param {string} domain */
function moduleFile(domain) {
  const place = `${BACKEND}/${domain}/${path.posix.basename(domain)}.module.ts`;
  return existsSync(inRoot(place)) ? place : `${BACKEND}/${domain}`;
}
