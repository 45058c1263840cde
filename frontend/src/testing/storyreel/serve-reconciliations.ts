import {
  pageQuerySchema,
  type Reconciliation,
  reconcileRequestSchema,
  statementQuerySchema,
} from '@storyreel/contracts';
import { z } from 'zod';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { pageOf } from './paging';
import { notFound, Refused } from './refused';

const summaryOf = ({ byDay: _days, differences: _differences, namedBadLines: _lines, ...summary }: Reconciliation) =>
  summary;

/** Serves comparisons with a provider, whose result the test sets. */
export function serveReconciliations(server: FakeStoryreel): void {
  const { data } = server;
  const { audit } = data;
  const compare = (about: Pick<Reconciliation, 'from' | 'to' | 'source'>): { json: Reconciliation } => {
    if (!audit.compared) throw new Refused('not_available', 'This provider is not set up here.');
    const { from, to, source } = about;
    const found = { ...audit.compared, id: data.nextId(), from, to, source };
    audit.reconciliations = [found, ...audit.reconciliations];
    return { json: found };
  };
  server.serve('POST /api/audit/reconciliations', { body: reconcileRequestSchema, query: nothing }, ({ body }) =>
    compare({ ...body, source: 'provider' }),
  );
  server.serve(
    'POST /api/audit/reconciliations/statement',
    { body: z.unknown(), query: statementQuerySchema },
    ({ query }) => compare({ ...query, source: 'statement' }),
  );
  server.serve('GET /api/audit/reconciliations', { body: nothing, query: pageQuerySchema }, ({ query }) =>
    pageOf(audit.reconciliations.map(summaryOf), query),
  );
  server.serve('GET /api/audit/reconciliations/:id', { body: nothing, query: nothing }, ({ params }) => {
    const found = audit.reconciliations.find(({ id }) => id === params[0]);
    if (!found) throw notFound();
    return { json: found };
  });
}
