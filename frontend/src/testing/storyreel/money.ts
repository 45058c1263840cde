import {
  addZapsRequestSchema,
  type Budgets,
  estimateRequestSchema,
  pageQuerySchema,
  priceOf,
  setBudgetRequestSchema,
  toZaps,
} from '@storyreel/contracts';
import { projectWith } from '../media-fixtures';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { pageOf } from './paging';
import { Refused } from './refused';

const NOW = projectWith().createdAt;

type Question = Parameters<typeof priceOf>[0];

export interface Work extends Question {
  provider: string;
  category: string;
  description: string;
  projectId: string | null;
}
export const TEXT = {
  provider: 'openai',
  model: 'gpt-4o',
  usage: { requests: 1 },
  category: 'text',
  description: 'Words for a story',
};

/** Returns the price from the price list. @throws Refused bad_request */
export function zapsFor(question: Question): { zaps: number; usd: number } {
  const price = priceOf(question);
  if (!price) throw new Refused('bad_request', 'There is no price for this operation.');
  return { zaps: toZaps(price.units), usd: price.usd };
}

/** Returns the budgets to which work on a project counts. */
const scopesOf = (projectId: string | null): string[] => ['person', ...(projectId ? [projectId] : [])];

function spend(data: AccountData, projectId: string | null, zaps: number): void {
  if (zaps === 0) return;
  for (const scope of scopesOf(projectId)) data.spent.set(scope, (data.spent.get(scope) ?? 0) + zaps);
}

/** Holds zaps before the work starts. @throws Refused budget_reached, insufficient_zaps */
export function hold(data: AccountData, zaps: number, projectId: string | null): void {
  for (const scope of zaps > 0 ? scopesOf(projectId) : []) {
    const [limit, spent] = [data.budgets.get(scope) ?? Infinity, data.spent.get(scope) ?? 0];
    if (spent + zaps <= limit) continue;
    const link = scope === 'person' ? '/credits#budget' : `/?project=${scope}&tab=settings#budget`;
    throw new Refused('budget_reached', `The budget has ${limit - spent} zaps left.`, link);
  }
  if (data.balance < zaps) throw new Refused('insufficient_zaps', `You need ${zaps} zaps.`);
  data.balance -= zaps;
  spend(data, projectId, zaps);
}

/** Releases held zaps that were not used. */
export function giveBack(data: AccountData, zaps: number, projectId: string | null): void {
  data.balance += zaps;
  spend(data, projectId, -zaps);
}

/** Records finished work whose zaps are held. */
export function settle(data: AccountData, zaps: number, usd: number, work: Omit<Work, 'usage'>): void {
  const { provider, model, operation, category, description, projectId } = work;
  const id = data.nextId();
  data.transactions = [{ id, holdId: id, description, amount: -zaps, createdAt: NOW }, ...data.transactions];
  const costs = { computedCostZaps: zaps, computedCostUsd: usd };
  const event = { id, holdId: id, provider, operation, model, createdAt: NOW, ...costs };
  data.usage = [{ event, projectId, category }, ...data.usage];
}

/** Holds and at once settles the price of work that is done immediately. */
export function charge(data: AccountData, work: Work): void {
  const { zaps, usd } = zapsFor(work);
  hold(data, zaps, work.projectId);
  settle(data, zaps, usd, work);
}

export function serveMoney(server: FakeStoryreel): void {
  const { data } = server;
  const page = { body: nothing, query: pageQuerySchema };
  server.serve('GET /api/credits/balance', { body: nothing, query: nothing }, () => ({
    json: { balance: data.balance },
  }));
  server.serve('GET /api/credits/transactions', page, ({ query }) => pageOf(data.transactions, query));
  server.serve('GET /api/usage-events', page, ({ query }) =>
    pageOf(
      data.usage.map(({ event }) => event),
      query,
    ),
  );
  server.serve('POST /api/costs/estimate', { body: estimateRequestSchema, query: nothing }, ({ body }) => ({
    json: { costZaps: zapsFor(body).zaps },
  }));
  server.serve('POST /api/credits/add-zaps', { body: addZapsRequestSchema, query: nothing }, ({ body: { amount } }) => {
    data.balance += amount;
    const line = { id: data.nextId(), description: 'Zaps purchased (sandbox)', amount, createdAt: NOW };
    data.transactions = [line, ...data.transactions];
    return { json: { amount } };
  });
}

function budgetsOf({ budgets, spent }: AccountData): Budgets {
  const shown = (scope: string) => ({ monthlyZaps: budgets.get(scope) ?? null, spentZaps: spent.get(scope) ?? 0 });
  const projects = [...new Set([...budgets.keys(), ...spent.keys()])].filter((scope) => scope !== 'person');
  return {
    month: NOW.slice(0, 7),
    person: shown('person'),
    projects: projects.map((projectId) => ({ projectId, ...shown(projectId) })),
  };
}

export function serveBudgets(server: FakeStoryreel): void {
  const { data } = server;
  const set = (scope: string, zaps: number | null) => {
    if (zaps === null) data.budgets.delete(scope);
    else data.budgets.set(scope, zaps);
    return { json: budgetsOf(data) };
  };
  const options = { body: setBudgetRequestSchema, query: nothing };
  server.serve('GET /api/credits/budgets', { body: nothing, query: nothing }, () => ({ json: budgetsOf(data) }));
  server.serve('PUT /api/credits/budget', options, ({ body: { monthlyZaps } }) => set('person', monthlyZaps));
  server.serve('PUT /api/projects/:id/budget', options, ({ body: { monthlyZaps }, params }) =>
    set(data.keptProject(params[0]).row.id, monthlyZaps),
  );
}
