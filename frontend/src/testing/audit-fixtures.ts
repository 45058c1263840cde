import type { Charge, LedgerLine, SpendingRow } from '@storyreel/contracts';
import { projectId } from './app-server';
import { ADA } from './storyreel';

const HASH = 'a1b2c3d4'.repeat(8);
export const MARA = { id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0777', email: 'mara@example.com' };
export const PROJECT = { id: projectId(1), title: 'The keeper', deleted: false };
export const holdId = (n: number): string => `401d0000-5d0a-4f7e-9a3c-${String(n).padStart(12, '0')}`;

/** Returns the nth ledger entry, counted from 1: the settlement of four images. */
export const lineNumbered = (n: number, part: Partial<LedgerLine> = {}): LedgerLine => ({
  id: `1ed6e000-5d0a-4f7e-9a3c-${String(n).padStart(12, '0')}`,
  position: String(n),
  revision: n,
  at: new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString(),
  kind: 'settlement',
  user: MARA,
  available: 0,
  held: -4,
  revenue: 4,
  description: '4 images for a scene',
  reason: null,
  project: PROJECT,
  sceneId: null,
  jobId: holdId(n),
  holdId: holdId(n),
  provider: 'replicate',
  model: 'flux-dev',
  operation: 'generate_image',
  priceVersion: '2026-11-01',
  usd: 0.1,
  madeBy: null,
  approvedBy: null,
  hash: HASH,
  ...part,
});

/** Returns a charge for four images, with all steps from quote to settlement. */
export const chargeWith = (part: Partial<Charge> = {}): Charge => ({
  holdId: holdId(1),
  user: MARA,
  state: 'settled',
  description: '4 images for a scene',
  provider: 'replicate',
  model: 'flux-dev',
  operation: 'generate_image',
  category: 'image',
  project: PROJECT,
  sceneId: null,
  sceneTitle: 'The harbour',
  jobId: 'run-1',
  quote: {
    zaps: 4,
    usd: 0.1,
    priceVersion: '2026-11-01',
    arithmetic: ['4 images × $0.025 = $0.10', '$0.10 ÷ $0.03 a zap = 4 zaps, rounded up'],
    covered: false,
  },
  steps: [
    {
      id: '57e90000-5d0a-4f7e-9a3c-000000000001',
      kind: 'reservation',
      at: '2026-11-01T10:00:00.000Z',
      zaps: 4,
      reason: null,
      madeBy: null,
      approvedBy: null,
      revision: 1,
      hash: HASH,
    },
    {
      id: '57e90000-5d0a-4f7e-9a3c-000000000002',
      kind: 'settlement',
      at: '2026-11-01T10:00:20.000Z',
      zaps: 4,
      reason: null,
      madeBy: null,
      approvedBy: null,
      revision: 2,
      hash: HASH,
    },
  ],
  run: {
    state: 'complete',
    startedAt: '2026-11-01T10:00:01.000Z',
    endedAt: '2026-11-01T10:00:19.000Z',
    error: null,
  },
  assets: [
    { id: 'a', kind: 'image', url: '/api/media/a.png', place: 'main' },
    { id: 'b', kind: 'image', url: '/api/media/b.png', place: 'in_scene' },
    { id: 'c', kind: 'image', url: '/api/media/c.png', place: 'removed' },
  ],
  charged: 4,
  spent: 4,
  refunded: 0,
  usd: 0.1,
  paid: { usd: 0.24, lots: [{ kind: 'package', zaps: 4, of: 2500, usd: 149.99 }] },
  ...part,
});
/** Returns a charge of Ada's, since creators may read only their own. */
export const chargeOfAda = (part: Partial<Charge> = {}): Charge =>
  chargeWith({ user: { id: ADA.id, email: ADA.email }, ...part });

export const spendingRow = (key: string, part: Partial<SpendingRow> = {}): SpendingRow => ({
  key,
  label: key,
  count: 3,
  zaps: 12,
  refunded: 0,
  margin: { paidUsd: 0.72, listUsd: 1.2, expectedUsd: 0.3, billedUsd: 0, unbilledUsd: 0.3, marginUsd: 0.42 },
  made: 12,
  kept: 9,
  discarded: 3,
  scenes: 3,
  ...part,
});
