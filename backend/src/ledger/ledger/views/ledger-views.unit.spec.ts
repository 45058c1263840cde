import { toUnits } from '@storyreel/contracts';
import type { AnyView, View } from '../../../eventsourcing/views/view';
import { NOW, OWNER } from '../../../testing/given-when-then';
import { foldTwice, recorded } from '../../../testing/view-spec';
import { budget, buy, grant, history, refund, release, reserve, settle } from '../../../testing/ledger/wallet-steps';
import { ledgerEntryView } from './ledger-entry.view';
import { ledgerHourView, ledgerRollupView, walletSummaryView } from './ledger-rollups.view';
import { openHoldView } from './open-hold.view';

const PROJECT = '22222222-2222-4222-8222-222222222222';
const LATER = '2026-03-02T15:30:00.000Z';
const project = { projectId: PROJECT };

const entries = history(
  ...[grant(), buy('p', 500), reserve('a', 4, project), settle('a', 3), refund('a', 1, project)],
  ...[reserve('b', 4, project), release('b'), reserve('c', 2, { now: LATER }), budget(600)],
);
const events = entries.map((entry, n) => recorded(entry, n, { at: entry.data.at, streamId: `wallet-${OWNER}` }));
const views = [ledgerEntryView, ledgerHourView, ledgerRollupView, walletSummaryView, openHoldView];
const rowsOf = <Row extends object>(view: View<Row>): Row[] => [...foldTwice(view, events).values()];

/** Writes and rereads each row between two events, like a server with a tiny cache. */
function live({ types, keys, evolve }: AnyView): Map<string, object> {
  const rows = new Map<string, string>();
  for (const event of events) {
    if (!types.includes(event.type)) continue;
    for (const key of keys(event)) {
      const known = rows.get(key);
      const row = evolve(known === undefined ? null : (JSON.parse(known) as object), event, key);
      if (row) rows.set(key, JSON.stringify(row));
      else rows.delete(key);
    }
  }
  return new Map([...rows].map(([key, row]) => [key, JSON.parse(row) as object]));
}

describe('the views of the ledger', () => {
  it.each(views.map((view) => [view.name, view as unknown as AnyView] as const))(
    'have the same rows for %s when rebuilt, delivered twice and live',
    (_, view) => {
      const rebuilt = foldTwice(view as unknown as View<object>, events);
      expect(rebuilt.size).toBeGreaterThan(0);
      expect(live(view)).toEqual(rebuilt);
    },
  );

  it('have an entry of every kind, with its changes', () => {
    const rows = rowsOf(ledgerEntryView);
    expect(rows.map(({ kind, units, available }) => [kind, units, available])).toEqual([
      ['grant', toUnits(100), toUnits(100)],
      ['purchase', toUnits(500), toUnits(500)],
      ['reservation', toUnits(4), toUnits(-4)],
      ['settlement', toUnits(3), toUnits(1)],
      ['refund', toUnits(1), toUnits(1)],
      ['reservation', toUnits(4), toUnits(-4)],
      ['release', toUnits(4), toUnits(4)],
      ['reservation', toUnits(2), toUnits(-2)],
      ['budget', 0, 0],
    ]);
    expect(rows[2]).toMatchObject({ quotedUnits: toUnits(4), quotedUsd: 0.1, priceVersion: 'v', projectId: PROJECT });
    expect(rows[4]).toMatchObject({ reason: 'Blurred', holdId: 'a', model: 'v6.1' });
    expect(rows[8]).toMatchObject({ description: 'Monthly budget set to 600 zaps', holdId: null });
  });

  it('record for each hour its changes and its place in the log', () => {
    const [noon, later, ...others] = rowsOf(ledgerHourView);
    expect(others).toEqual([]);
    expect(noon).toMatchObject({ hour: NOW.slice(0, 13), entries: 8, newWallets: 1, available: toUnits(598) });
    expect([noon?.firstPosition, noon?.lastPosition]).toEqual([events[0]?.position, events[8]?.position]);
    expect(later).toMatchObject({ hour: LATER.slice(0, 13), entries: 1, newWallets: 0, held: toUnits(2) });
  });

  it('sum up a day by all attributes that entries share', () => {
    const of = (kind: string) => rowsOf(ledgerRollupView).filter((row) => row.kind === kind);
    expect(
      of('reservation').map(({ day, projectId, entries: count, units }) => [day, projectId, count, units]),
    ).toEqual([
      ['2026-03-01', PROJECT, 2, toUnits(8)],
      ['2026-03-02', null, 1, toUnits(2)],
    ]);
    expect(of('settlement')).toEqual([
      expect.objectContaining({ units: toUnits(3), returned: toUnits(1), usd: 0.1, sandboxUsd: 0 }),
    ]);
    expect(of('purchase')[0]).toMatchObject({ units: toUnits(500), returned: 0 });
    expect(of('purchase')[0]?.sandboxUsd).toBe(of('purchase')[0]?.usd);
  });

  it('have all accounts of a wallet and the end of its chain', () => {
    const last = entries.at(-1);
    expect(rowsOf(walletSummaryView)).toEqual([
      expect.objectContaining({
        userId: OWNER,
        entries: 9,
        revision: 8,
        hash: last?.data.hash,
        available: toUnits(596),
      }),
    ]);
  });

  it('have the open holds only', () => {
    expect(rowsOf(openHoldView)).toEqual([
      expect.objectContaining({ holdId: 'c', units: toUnits(2), reservedAt: LATER, model: 'v6.1' }),
    ]);
  });
});
