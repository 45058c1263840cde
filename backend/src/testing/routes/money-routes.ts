import { inPath, type Routes } from './route';

/** Routes of zaps, of paid work, and of the ledger. */
export const MONEY_ROUTES: Routes = {
  'POST /api/costs/estimate': {
    body: () => ({ provider: 'internal', model: 'gpt-4', operation: 'continuity', usage: { requests: 1 } }),
    harmless: 'changes nothing',
  },
  'GET /api/credits/balance': {},
  'GET /api/credits/transactions': {},
  'GET /api/usage-events': {},
  'GET /api/credits/charges/:holdId': { ids: [inPath('holdId', 'charge')] },
  'GET /api/credits/spending': {},
  'GET /api/credits/performance': {},
  'GET /api/audit/ledger': { role: 'finance' },
  'GET /api/audit/ledger/totals': { role: 'finance' },
  'GET /api/audit/wallets': { role: 'finance' },
  'GET /api/audit/wallets/:userId': { role: 'finance', ids: [inPath('userId', 'user')] },
  'GET /api/audit/trial-balance': { role: 'finance' },
  'GET /api/audit/holds': { role: 'finance' },
  'POST /api/audit/holds/:holdId/end': {
    role: 'finance',
    ids: [inPath('holdId', 'charge')],
    body: () => ({ reason: 'It hangs' }),
    harmless: 'an ended hold is not ended again',
  },
  'GET /api/audit/charges/:holdId': { role: 'finance', ids: [inPath('holdId', 'charge')] },
  'GET /api/audit/spending': { role: 'finance' },
  'GET /api/audit/failed-runs': { role: 'finance' },
  'GET /api/audit/access': { role: 'finance' },
  'GET /api/audit/export': { role: 'finance', query: '?format=csv' },
  'POST /api/credits/add-zaps': { body: () => ({ amount: 100 }), key: { makes: 'ZapsPurchased' } },
  // No payment provider is set up in the test of the routes.
  'POST /api/credits/checkout': { body: () => ({ amount: 100 }), own: 503, key: 'its command is repeated' },
  'GET /api/credits/checkouts/:id': { params: { id: '00000000-0000-4000-8000-00000000dead' }, own: 404 },
  'POST /api/webhooks/stripe': { open: true, harmless: 'a repeated report of the payment provider is recognised' },
  'GET /api/audit/payments': { role: 'finance' },
  'GET /api/credits/budgets': {},
  'PUT /api/credits/budget': { body: () => ({ monthlyZaps: 1_000 }) },
  'PUT /api/projects/:id/budget': { ids: [inPath('id', 'project')], body: () => ({ monthlyZaps: 1_000 }) },
  'POST /api/audit/charges/:holdId/refunds': {
    role: 'finance',
    ids: [inPath('holdId', 'charge')],
    body: () => ({ zaps: 1, reason: 'Blurred' }),
    key: 'its command is repeated',
  },
  'GET /api/audit/refunds': { role: 'finance' },
  'GET /api/audit/returns': { role: 'finance' },
  'GET /api/audit/returns/open': { role: 'finance' },
  // In the test of the routes nothing was returned.
  'POST /api/audit/returns/:id/decide': {
    role: 'finance',
    params: { id: '00000000-0000-4000-8000-00000000dead' },
    body: () => ({ answer: 'left', returned: 900, reason: 'A good customer' }),
    own: 404,
    key: 'its command is repeated',
  },
  // In the test of the routes no refund waits.
  'POST /api/audit/refunds/:id/approve': {
    role: 'finance',
    params: { id: '00000000-0000-4000-8000-00000000dead' },
    own: 404,
    harmless: 'a decision is made once',
  },
  'POST /api/audit/refunds/:id/decline': {
    role: 'finance',
    params: { id: '00000000-0000-4000-8000-00000000dead' },
    body: () => ({ reason: 'Not blurred' }),
    own: 404,
    harmless: 'a decision is made once',
  },

  // In the test of the routes no payment provider is set up, and nothing is uploaded.
  'POST /api/audit/reconciliations': {
    role: 'finance',
    body: () => ({ provider: 'replicate', from: '2026-11-01', to: '2026-11-30' }),
    own: 503,
    key: 'its command is repeated',
  },
  'POST /api/audit/reconciliations/statement': {
    role: 'finance',
    query: '?provider=replicate&from=2026-11-01&to=2026-11-30',
    own: 415,
    harmless: 'a comparison costs nothing, and each is kept beside the others',
  },
  'GET /api/audit/reconciliations': { role: 'finance' },
  'GET /api/audit/reconciliations/:id': {
    role: 'finance',
    params: { id: '00000000-0000-4000-8000-00000000dead' },
    own: 404,
  },
  'POST /api/audit/verifications': { role: 'finance', harmless: 'one verification runs at a time' },
  'GET /api/audit/verifications': { role: 'finance' },
  'GET /api/audit/verifications/latest': { role: 'finance' },
  'GET /api/audit/verifications/latest/certificate': { role: 'finance' },
  'GET /api/audit/heads': { role: 'finance' },
};
