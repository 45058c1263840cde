import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '../../eventsourcing/event-store/event-store';
import { toPosition } from '../../eventsourcing/event-store/event-store';
import { seeded } from '../../testing/faults/seeded';
import { type RecordedLedger, recordLedger } from '../../testing/ledger/recorded-ledger';
import { flip, TAMPERINGS } from '../../testing/ledger/tamperings';
import { MemoryEventStore } from '../../testing/memory-event-store';
import type { SignedHeads } from './ledger-heads';
import { verifyLedger } from './verify-ledger';

const SEED = Number(process.env.TAMPER_SEED ?? Date.now() % 1_000_000);
const TIMES = Number(process.env.TAMPERINGS ?? 150);

describe(`a ledger with which somebody has tampered (TAMPER_SEED=${SEED})`, () => {
  const random = seeded(SEED);
  let ledger: RecordedLedger;
  let home: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-ledger-'));
    ledger = await recordLedger(random, 4, 14);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const signed = () => ({ home, trusted: ledger.trusted });
  const verify = (events: StoredEvent[], withHeads = true) =>
    verifyLedger(MemoryEventStore.over(events).asStore(), withHeads ? { signed: signed() } : {});
  const walletOf = (ownerId: string) => ledger.store.events.filter(({ streamId }) => streamId === `wallet-${ownerId}`);
  /** The log with an owner's events replaced. */
  const logWith = (ownerId: string, wallet: StoredEvent[]): StoredEvent[] =>
    [...ledger.store.events.filter(({ streamId }) => streamId !== `wallet-${ownerId}`), ...wallet].map((event, at) => ({
      ...event,
      position: toPosition(BigInt(at + 1)),
    }));
  const headsOf = (ownerId: string): number[] =>
    ledger.store.events
      .filter(({ streamId }) => streamId === 'ledger-heads')
      .map(({ data }) => (data as SignedHeads).heads.find(([owner]) => owner === ownerId)?.[1] ?? -1);

  it('is sound before', async () => {
    const { findings, wallets, entries, signedDays } = await verify(ledger.store.events);
    expect(findings.named).toEqual([]);
    expect({ wallets, signedDays }).toEqual({ wallets: 4, signedDays: 2 });
    expect(entries).toBe(ledger.store.events.length - 2);
  });

  it(`is found out, ${TIMES} times of ${TIMES}, and the first bad revision is named`, async () => {
    const kinds = new Set<string>();
    for (let n = 0; n < TIMES; n++) {
      const ownerId = ledger.owners[n % ledger.owners.length] ?? '';
      // Each kind of tampering once, then random ones.
      const drawn = n < TAMPERINGS.length ? n : Math.floor(random() * TAMPERINGS.length);
      const tamper = TAMPERINGS[drawn] as (typeof TAMPERINGS)[number];
      const { kind, wallet, bad, from } = tamper(walletOf(ownerId), random);
      kinds.add(kind);
      const { findings } = await verify(logWith(ownerId, wallet));
      // A re-chained wallet is detected by the first signed head that changed, or by its missing end.
      const told = wallet.length <= from ? from : (headsOf(ownerId).find((revision) => revision >= from) ?? -1);
      // A forged entry that fits is detected one revision later, unless its own head was signed.
      const byHead = bad === null || (bad > from && told === from);
      const expected = byHead ? { what: 'head', revision: told } : { what: 'entry', revision: bad };
      expect([n, kind, findings.named]).toEqual([n, kind, [expect.objectContaining({ ...expected, ownerId })]]);
    }
    expect([...kinds].sort()).toEqual(
      [...new Set(TAMPERINGS.map((each) => each(walletOf(ledger.owners[0] ?? ''), random).kind))].sort(),
    );
  });

  it('would pass for sound where all of it was rewritten or its end is gone, were it not for the signed heads', async () => {
    const ownerId = ledger.owners[0] ?? '';
    for (const kind of ['rewrite with rehash', 'insert with rehash', 'truncate']) {
      const made = TAMPERINGS.map((tamper) => tamper(walletOf(ownerId), random)).find((each) => each.kind === kind);
      const log = logWith(ownerId, made?.wallet ?? []);
      expect((await verify(log, false)).findings.count).toBe(0);
      expect((await verify(log)).findings.count).toBe(1);
    }
  });

  it('is found out in several passes as in one', async () => {
    const ownerId = ledger.owners[2] ?? '';
    const { wallet } = flip(walletOf(ownerId), random);
    const store = MemoryEventStore.over(logWith(ownerId, wallet)).asStore();
    const one = await verifyLedger(store, { signed: signed() });
    const many = await verifyLedger(store, { signed: signed(), budgetBytes: 1, lookEvery: 5 });
    expect({ ...many, passes: 0 }).toEqual({ ...one, passes: 0 });
    expect(many.passes).toBeGreaterThan(one.passes);
  });
});
