import { parseArgs } from 'node:util';
import { aggregatesOf, domains, storedEvents } from './aggregates.mjs';

/**
 * A parsed command line: the files to create.
 * @typedef {import('./aggregates.mjs').Aggregate} Aggregate
 * @typedef {{ kind: 'screen', name: string }} ScreenOrder
 * @typedef {{ kind: 'command' | 'view', name: string, domain: string, aggregate: Aggregate, event: string, isNew:
 * boolean }} DomainOrder
 * @typedef {ScreenOrder | DomainOrder} Order
 */

const USAGE = `Usage: npm run new -- command NAME --domain D --event E [--aggregate A]
       npm run new -- view NAME --domain D --event E [--aggregate A]
       npm run new -- screen NAME
NAME is made of words with hyphens (add-style), E is the event that a command makes or a view folds (StyleAdded).`;

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PASCAL = /^[A-Z][a-zA-Z0-9]+$/;

/** @param {string} message @returns {never} */
const refuse = (message) => {
  throw new Error(`${message}\n${USAGE}`);
};

/** @param {string[]} args @returns {Order} @throws with the usage when something is missing or wrong */
export function readNewOptions(args) {
  const { values, positionals } = parse(args);
  const [kind, name, ...more] = positionals;
  if (kind !== 'command' && kind !== 'view' && kind !== 'screen') {
    return refuse(
      `${kind === undefined ? 'Name the kind: command, view or screen' : `'${kind}' is not a command, view or screen`}.`,
    );
  }
  if (name === undefined || more.length > 0) return refuse(`A ${kind} has one name.`);
  if (!KEBAB.test(name))
    return refuse(`'${name}' is not a valid name: use lower-case letters and digits, with hyphens between words.`);
  if (name.endsWith(`-${kind}`) || name === kind) return refuse(`'${kind}' is added to the name: leave it out.`);
  if (kind === 'screen') {
    if (values.domain ?? values.event ?? values.aggregate) refuse('A screen takes its name and nothing else.');
    return { kind, name };
  }
  if (kind === 'command' && !name.includes('-')) {
    return refuse(`A command says what is done to what, such as 'add-style'; '${name}' is one word.`);
  }
  const { domain, event } = values;
  if (domain === undefined) return refuse(`--domain is missing. There are ${listOf(domains())}.`);
  if (!domains().includes(domain)) return refuse(`There is no domain '${domain}'. There are ${listOf(domains())}.`);
  const aggregate = chooseAggregate(domain, values.aggregate);
  if (event === undefined) return refuse(`--event is missing: which one does the ${kind} ${VERBS[kind]}?`);
  if (!PASCAL.test(event))
    return refuse(`'${event}' is not a valid event: write it like StyleAdded, in the past tense.`);
  const isNew = !storedEvents().includes(event);
  if (kind === 'view' && isNew) return refuse(`There is no event '${event}' that a view could fold.`);
  return { kind, name, domain, aggregate, event, isNew };
}

const VERBS = { command: 'make', view: 'fold' };

/** @param {string} domain @param {string | undefined} wanted */
function chooseAggregate(domain, wanted) {
  const all = aggregatesOf(domain);
  const names = all.map(({ name }) => name);
  const [only, ...others] = all;
  if (!only) {
    const having = domains().filter((each) => aggregatesOf(each).length > 0);
    return refuse(`'${domain}' has no aggregate of its own. ${listOf(having)} have.`);
  }
  if (wanted === undefined) {
    return others.length === 0 ? only : refuse(`'${domain}' has ${listOf(names)}: choose one with --aggregate.`);
  }
  return all.find(({ name }) => name === wanted) ?? refuse(`'${domain}' has no '${wanted}', but ${listOf(names)}.`);
}

/** @param {string[]} names */
const listOf = (names) => names.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** @param {string[]} args */
function parse(args) {
  try {
    const text = /** @type {const} */ ({ type: 'string' });
    return parseArgs({ args, allowPositionals: true, options: { domain: text, event: text, aggregate: text } });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
