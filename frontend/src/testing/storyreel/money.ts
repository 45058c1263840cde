import { addZapsRequestSchema, estimateRequestSchema, pageQuerySchema, priceOf, toZaps } from '@storyreel/contracts';
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

/** The price of the book. @throws Refused bad_request */
export function zapsFor(question: Question): { zaps: number; usd: number } {
  const price = priceOf(question);
  if (!price) throw new Refused('bad_request', 'There is no price for that.');
  return { zaps: toZaps(price.units), usd: price.usd };
}

/** Takes zaps away before the work begins. @throws Refused insufficient_zaps */
export function hold(data: AccountData, zaps: number): void {
  if (data.balance < zaps) throw new Refused('insufficient_zaps', `You need ${zaps} zaps.`);
  data.balance -= zaps;
}

/** Writes work that is done, and for which zaps are held, into the books. */
export function settle(data: AccountData, zaps: number, usd: number, work: Omit<Work, 'usage'>): void {
  const { provider, model, operation, category, description, projectId } = work;
  const id = data.nextId();
  data.transactions = [{ id, description, amount: -zaps, createdAt: NOW }, ...data.transactions];
  const costs = { computedCostZaps: zaps, computedCostUsd: usd };
  const event = { id, provider, operation, model, createdAt: NOW, ...costs };
  data.usage = [{ event, projectId, category }, ...data.usage];
}

/** Work that is done at once. */
export function charge(data: AccountData, work: Work): void {
  const { zaps, usd } = zapsFor(work);
  hold(data, zaps);
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
