import {
  accessQuerySchema,
  atQuerySchema,
  decideReturnRequestSchema,
  type Charge,
  declineRefundRequestSchema,
  type LedgerFilter,
  ledgerFilterSchema,
  type LedgerLine,
  ledgerQuerySchema,
  type LedgerTotals,
  pageQuerySchema,
  paymentsQuerySchema,
  refundRequestSchema,
  walletListQuerySchema,
} from '@storyreel/contracts';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { pageOf } from './paging';
import { notFound, Refused } from './refused';

/** The finance user. */
const BY = { id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0999', email: 'kim@example.com' };
const NOW = '2026-11-20T12:00:00.000Z';

function passes(line: LedgerLine, filter: LedgerFilter): boolean {
  const { from, to, user } = filter;
  const same = (name: 'kind' | 'provider' | 'model' | 'jobId' | 'priceVersion'): boolean =>
    filter[name] === undefined || line[name] === filter[name];
  return (
    (from === undefined || line.at >= from) &&
    (to === undefined || line.at < to) &&
    (user === undefined || line.user.id === user || line.user.email === user) &&
    (filter.projectId === undefined || line.project?.id === filter.projectId) &&
    (['kind', 'provider', 'model', 'jobId', 'priceVersion'] as const).every(same)
  );
}

const sum = (numbers: readonly number[]): number => Math.round(numbers.reduce((a, b) => a + b, 0) * 10_000) / 10_000;

function totalsOf(lines: readonly LedgerLine[]): LedgerTotals {
  const of = (kind: LedgerLine['kind'], amount: (line: LedgerLine) => number): number =>
    sum(lines.filter((line) => line.kind === kind).map(amount));
  const expectedUsd = of('settlement', ({ usd }) => usd ?? 0);
  const spent = of('settlement', ({ revenue }) => revenue);
  const refunded = of('refund', ({ available }) => available);
  return {
    entries: lines.length,
    wallets: new Set(lines.map(({ user }) => user.id)).size,
    granted: of('grant', ({ available }) => available),
    purchased: of('purchase', ({ available }) => available),
    reserved: of('reservation', ({ held }) => held),
    spent,
    released: of('release', ({ available }) => available),
    refunded,
    returned: of('settlement', ({ available }) => available),
    reversed: of('reversal', ({ available }) => -available),
    reversedUsd: of('reversal', ({ usd }) => -(usd ?? 0)),
    purchasedUsd: of('purchase', ({ usd }) => usd ?? 0),
    margin: {
      paidUsd: 0,
      listUsd: sum([(spent - refunded) * 0.1]),
      expectedUsd,
      billedUsd: 0,
      unbilledUsd: expectedUsd,
      marginUsd: -expectedUsd,
    },
    priceVersions: [...new Set(lines.flatMap(({ priceVersion }) => priceVersion ?? []))],
  };
}

/** @throws Refused not_found */
function chargeOf({ audit }: AccountData, holdId: string | undefined): Charge {
  const found = audit.charges.find((charge) => charge.holdId === holdId);
  if (!found) throw notFound();
  return found;
}

/** Returns the creator's own charge, without the provider's dollars. */
function ownCharge(data: AccountData, holdId: string | undefined): Charge {
  const charge = chargeOf(data, holdId);
  if (charge.user.id !== data.user?.id) throw notFound();
  return { ...charge, usd: null, paid: null, quote: { ...charge.quote, usd: null } };
}

function refund(data: AccountData, charge: Charge, zaps: number, reason: string): string {
  if (zaps > charge.charged)
    throw new Refused('conflict', `Only ${charge.charged} zaps of this charge can still be refunded.`);
  const id = data.nextId();
  const step = {
    id,
    kind: 'refund' as const,
    at: NOW,
    zaps,
    reason,
    madeBy: BY,
    approvedBy: null,
    revision: 9,
    hash: 'c'.repeat(64),
  };
  charge.steps = [...charge.steps, step];
  charge.charged = sum([charge.charged, -zaps]);
  charge.refunded = sum([charge.refunded, zaps]);
  const settled = data.audit.lines.find((line) => line.holdId === charge.holdId);
  if (settled) {
    const amounts = { available: zaps, held: 0, revenue: 0, usd: null, madeBy: BY };
    data.audit.lines = [{ ...settled, ...amounts, id, kind: 'refund', at: NOW, reason }, ...data.audit.lines];
  }
  return id;
}

function decided(
  { audit, user }: AccountData,
  id: string | undefined,
  state: 'approved' | 'declined',
  reason?: string,
) {
  const found = audit.refunds.find((refund) => refund.id === id);
  if (!found || !user) throw notFound();
  const decision = { state, decidedBy: { id: user.id, email: user.email }, decidedAt: NOW };
  audit.refunds = audit.refunds.map((refund) =>
    refund === found ? { ...refund, ...decision, declinedBecause: reason ?? null } : refund,
  );
  const refunded = state === 'approved' ? found.zaps : 0;
  const answer = { refundId: found.id, holdId: found.holdId, userId: found.user.id, charged: found.zaps, refunded };
  return { json: { ...answer, state: state === 'approved' ? ('refunded' as const) : state } };
}

/** Serves the ledger and the charges of all wallets for finance, and their own charges for creators. */
export function serveAudit(server: FakeStoryreel): void {
  const { data } = server;
  const { audit } = data;
  const page = { body: nothing, query: pageQuerySchema };
  const bare = { body: nothing, query: nothing };
  server.serve('GET /api/audit/ledger', { body: nothing, query: ledgerQuerySchema }, ({ query }) =>
    pageOf(
      audit.lines.filter((line) => passes(line, query)),
      query,
    ),
  );
  server.serve('GET /api/audit/ledger/totals', { body: nothing, query: ledgerFilterSchema }, ({ query }) => ({
    json: totalsOf(audit.lines.filter((line) => passes(line, query))),
  }));
  server.serve('GET /api/audit/holds', page, ({ query }) => pageOf(audit.holds, query));
  server.serve(
    'GET /api/audit/payments',
    { body: nothing, query: paymentsQuerySchema.extend(pageQuerySchema.shape) },
    ({ query }) =>
      pageOf(
        audit.payments.filter(({ state }) => query.state === undefined || state === query.state),
        query,
      ),
  );
  server.serve('GET /api/audit/returns', page, ({ query }) => pageOf(audit.returns, query));
  server.serve('GET /api/audit/returns/open', bare, () => ({
    json: { open: audit.returns.filter(({ state }) => state === 'open' || state === 'owed').length },
  }));
  server.serve(
    'POST /api/audit/returns/:id/decide',
    { body: decideReturnRequestSchema, query: nothing },
    ({ params, body: { answer, reason } }) => {
      const found = audit.returns.find(({ id }) => id === params[0]);
      if (!found) throw notFound();
      const zaps = { left: 0, taken_back: found.leftZaps, given_back: found.owedZaps }[answer];
      const decisionId = data.nextId();
      const decision = {
        id: decisionId,
        answer,
        amount: answer === 'given_back' ? found.decisions.reduce((sum, { amount }) => sum + amount, 0) : found.due,
        dueZaps: found.dueZaps,
        zaps,
        reason,
        by: BY,
        at: NOW,
      };
      audit.returns = audit.returns.map((each) =>
        each === found
          ? {
              ...found,
              state: 'decided',
              due: 0,
              dueZaps: 0,
              leftZaps: 0,
              owedZaps: 0,
              decisions: [...found.decisions, decision],
            }
          : each,
      );
      return { json: { decisionId, answer, zaps, lost: answer === 'taken_back' ? found.dueZaps - zaps : 0 } };
    },
  );
  server.serve('GET /api/audit/refunds', page, ({ query }) => pageOf(audit.refunds, query));
  server.serve('POST /api/audit/refunds/:id/approve', bare, ({ params }) => decided(data, params[0], 'approved'));
  server.serve(
    'POST /api/audit/refunds/:id/decline',
    { body: declineRefundRequestSchema, query: nothing },
    ({ params, body: { reason } }) => decided(data, params[0], 'declined', reason),
  );
  server.serve('GET /api/audit/access', { body: nothing, query: accessQuerySchema }, ({ query }) =>
    pageOf(
      audit.accesses.filter(({ reader }) => query.person === undefined || reader.email?.includes(query.person)),
      query,
    ),
  );
  server.serve('GET /api/audit/wallets', { body: nothing, query: walletListQuerySchema }, ({ query }) => {
    const { search = '' } = query;
    return pageOf(
      audit.wallets.filter(({ user: { id, email } }) => id === search || email?.includes(search)),
      query,
    );
  });
  server.serve('GET /api/audit/wallets/:userId', { body: nothing, query: atQuerySchema }, ({ params, query }) => {
    const found = audit.wallets.find(({ user }) => user.id === params[0]);
    if (!found) throw notFound();
    return { json: { ...found, at: query.at ?? NOW } };
  });
  server.serve('GET /api/audit/trial-balance', { body: nothing, query: atQuerySchema }, ({ query }) => ({
    json: {
      at: query.at ?? NOW,
      entries: audit.lines.length,
      wallets: audit.wallets.length,
      accounts: audit.accounts,
      sum: sum(audit.accounts.map(({ zaps }) => zaps)),
    },
  }));
  server.serve('GET /api/audit/charges/:holdId', bare, ({ params }) => ({ json: chargeOf(data, params[0]) }));
  server.serve('GET /api/credits/charges/:holdId', bare, ({ params }) => ({ json: ownCharge(data, params[0]) }));
  server.serve(
    'POST /api/audit/charges/:holdId/refunds',
    { body: refundRequestSchema, query: nothing },
    ({ params, body: { zaps, reason } }) => {
      const charge = chargeOf(data, params[0]);
      const refundId = refund(data, charge, zaps, reason);
      const { holdId, user, spent, refunded } = charge;
      return { json: { refundId, holdId, userId: user.id, charged: spent, refunded, state: 'refunded' } };
    },
  );
}
