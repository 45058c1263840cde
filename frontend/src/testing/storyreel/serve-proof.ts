import { pageQuerySchema, type Verification } from '@storyreel/contracts';
import { ADA } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { pageOf } from './paging';

const RUNNING: Verification = {
  id: 'ff000000-5d0a-4f7e-9a3c-000000000001',
  state: 'running',
  startedAt: '2026-11-20T12:00:00.000Z',
  startedBy: { id: ADA.id, email: ADA.email },
  endedAt: null,
  progress: 0.25,
  eventsRead: 1_000,
  wallets: 0,
  entries: 0,
  signedDays: 0,
  signed: null,
  badCount: 0,
  bad: [],
  error: null,
};

/** Serves signed heads, and verifications that run until the test ends them. */
export function serveProof(server: FakeStoryreel): void {
  const { audit } = server.data;
  const bare = { body: nothing, query: nothing };
  server.serve('GET /api/audit/verifications/latest', bare, () => ({ json: { latest: audit.verification } }));
  server.serve('GET /api/audit/verifications', bare, () => ({
    json: [audit.verification, ...audit.earlierVerifications].flatMap((one) => {
      if (!one) return [];
      const { bad: _bad, ...summary } = one;
      return [summary];
    }),
  }));
  server.serve('POST /api/audit/verifications', bare, () => {
    if (audit.verification?.state !== 'running') audit.verification = RUNNING;
    return { json: { latest: audit.verification } };
  });
  server.serve('GET /api/audit/heads', { body: nothing, query: pageQuerySchema }, ({ query }) =>
    pageOf(audit.heads, query),
  );
}
