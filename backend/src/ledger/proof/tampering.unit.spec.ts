import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '../../eventsourcing/event-store/event-store';
import { seeded } from '../../testing/faults/seeded';
import { type RecordedLedger, recordLedger } from '../../testing/ledger/recorded-ledger';
import { inPlace, LOG_TAMPERINGS, type LogTamper, type LogTampering } from '../../testing/ledger/log-tamperings';
import { flip, TAMPERINGS } from '../../testing/ledger/tamperings';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { HeadsFolder } from './heads-folder';
import type { StoredFinding } from './verification';
import { verifyLedger } from './verify-ledger';

const SEED = Number(process.env.TAMPER_SEED ?? Date.now() % 1_000_000);
/** Number of attempts, at least one per kind of tampering; `npm run test:ledger` makes 2,000. */
const TIMES = Number(process.env.TAMPERINGS ?? 40);

describe(`a tampered ledger (TAMPER_SEED=${SEED})`, () => {
  const random = seeded(SEED);
  let ledger: RecordedLedger;
  let home: string;
  /** By owner: the revisions of the entries that were signed as that owner's newest. */
  const heads = new Map<string, number[]>();
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-ledger-'));
    ledger = await recordLedger(random, { wallets: 4, works: 16, home });
    for (const day of ledger.days) {
      const folder = HeadsFolder.of(home);
      const signedThen = [...((await folder.signed(day))?.heads ?? [])];
      for await (const head of folder.heads(day)) signedThen.push(head);
      for (const [ownerId, revision] of signedThen) heads.set(ownerId, [...headsOf(ownerId), revision]);
    }
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const signed = () => ({ home, trusted: ledger.trusted });
  const verify = (events: StoredEvent[], withHeads = true) =>
    verifyLedger(MemoryEventStore.over(events).asStore(), withHeads ? { signed: signed() } : {});
  const walletOf = (ownerId: string) => ledger.store.events.filter(({ streamId }) => streamId === `wallet-${ownerId}`);
  /** Returns the log with an owner's events replaced. */
  const logWith = (ownerId: string, wallet: StoredEvent[]): StoredEvent[] =>
    inPlace([...ledger.store.events.filter(({ streamId }) => streamId !== `wallet-${ownerId}`), ...wallet]);
  const headsOf = (ownerId: string): number[] => heads.get(ownerId) ?? [];
  /** Returns an owner's entries up to the last one that a signed head or root covers. */
  const signedWalletOf = (ownerId: string) => walletOf(ownerId).slice(0, Math.max(...headsOf(ownerId)) + 1);

  it('is sound before, signed in the form of earlier releases and with roots', async () => {
    const { findings, wallets, entries, signedDays, signed: covered } = await verify(ledger.store.events);
    expect(findings.named).toEqual([]);
    expect({ wallets, signedDays }).toEqual({ wallets: 4, signedDays: 3 });
    expect(entries).toBe(ledger.store.events.filter(({ streamId }) => streamId.startsWith('wallet-')).length);
    const unsigned = ledger.owners.reduce(
      (sum, owner) => sum + walletOf(owner).length - signedWalletOf(owner).length,
      0,
    );
    expect(covered).toMatchObject({ from: '2026-03-02', to: '2026-03-04', unsigned });
    expect(unsigned).toBeGreaterThan(0);
  });

  it(`is detected, ${TIMES} times of ${TIMES}, with the first bad revision`, async () => {
    const kinds = new Set<string>();
    for (let n = 0; n < TIMES; n++) {
      const ownerId = ledger.owners[n % ledger.owners.length] ?? '';
      // Tries each kind of tampering once, then random ones.
      const drawn = n < TAMPERINGS.length ? n : Math.floor(random() * TAMPERINGS.length);
      const tamper = TAMPERINGS[drawn] as (typeof TAMPERINGS)[number];
      const { kind, wallet, bad, from } = tamper(signedWalletOf(ownerId), random);
      kinds.add(kind);
      const { findings } = await verify(logWith(ownerId, wallet));
      // A wallet that was chained anew is detected by the first signed head that changed, or by its missing end.
      const told = wallet.length <= from ? from : (headsOf(ownerId).find((revision) => revision >= from) ?? -1);
      // A forged entry that fits the chain is detected one revision later, unless its own head was signed.
      const byHead = bad === null || (bad > from && told === from);
      const expected = byHead ? { what: 'head', revision: told } : { what: 'entry', revision: bad };
      const ofWallet = findings.named.filter((finding) => finding.ownerId === ownerId);
      expect([n, kind, ofWallet]).toEqual([n, kind, [expect.objectContaining({ ...expected, ownerId })]]);
      expect(findings.named).toContainEqual(expect.objectContaining({ what: 'log' }));
    }
    expect([...kinds].sort()).toEqual(
      [...new Set(TAMPERINGS.map((each) => each(walletOf(ledger.owners[0] ?? ''), random).kind))].sort(),
    );
  });

  /** @returns the findings for a log that was tampered with outside of its wallets */
  async function findingsOf(tampering: LogTampering): Promise<StoredFinding[]> {
    const store = MemoryEventStore.over(tampering.events);
    store.settings = tampering.settings;
    const copy = mkdtempSync(join(home, 'copy-'));
    const folder = join(copy, 'ledger-heads');
    if (!tampering.withoutFiles) cpSync(join(home, 'ledger-heads'), folder, { recursive: true });
    tampering.files?.(folder);
    try {
      return (await verifyLedger(store.asStore(), { signed: { ...signed(), home: copy } })).findings.named;
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  it(`is detected beyond its wallets, ${TIMES} times of ${TIMES}: positions, settings, heads, deliveries and accesses`, async () => {
    for (let n = 0; n < TIMES; n++) {
      // Tries each kind of tampering once, then random ones.
      const drawn = n < LOG_TAMPERINGS.length ? n : Math.floor(random() * LOG_TAMPERINGS.length);
      const { kind, tamper, told } = LOG_TAMPERINGS[drawn] as LogTamper;
      const findings = await findingsOf(tamper(ledger.store.events, random));
      expect([n, kind, findings]).toEqual([n, kind, expect.arrayContaining([expect.objectContaining(told)])]);
    }
  });

  it('is detected by copies of signed days kept elsewhere, when all others are deleted', async () => {
    const log = ledger.store.events.filter(({ streamId }) => streamId !== 'ledger-heads');
    const store = MemoryEventStore.over(inPlace(log)).asStore();
    const copies = join(home, 'ledger-heads');
    const { findings } = await verifyLedger(store, { signed: { ...signed(), home: join(home, 'nothing'), copies } });
    const lost = { what: 'signature', reason: 'the log has lost what the file keeps' };
    const told = ledger.days.map((day) => expect.objectContaining({ ...lost, day }) as unknown);
    expect(findings.named).toEqual(expect.arrayContaining(told));
  });

  it('names an earlier verification that has read more signed days', async () => {
    const [, first] = ledger.store.events;
    const seen = { ...first, type: 'VerificationEnded', streamId: 'verification-ledger', data: { signedDays: 4 } };
    const { findings } = await verify(inPlace([...ledger.store.events, seen as StoredEvent]));
    const fewer = { what: 'signature', expected: '4 signed days', found: '3 signed days' };
    expect(findings.named).toEqual([expect.objectContaining(fewer)]);
  });

  it('is detected by the signed heads alone when all of it was rewritten or its end is missing', async () => {
    const ownerId = ledger.owners[0] ?? '';
    for (const kind of ['rewrite with rehash', 'insert with rehash', 'truncate']) {
      const made = TAMPERINGS.map((tamper) => tamper(signedWalletOf(ownerId), random)).find(
        (each) => each.kind === kind,
      );
      const log = logWith(ownerId, made?.wallet ?? []);
      expect((await verify(log, false)).findings.named).toEqual([]);
      expect((await verify(log)).findings.named).toContainEqual(expect.objectContaining({ what: 'head', ownerId }));
    }
  });

  it('is detected in several passes as in one', async () => {
    const ownerId = ledger.owners[2] ?? '';
    const { wallet } = flip(walletOf(ownerId), random);
    const store = MemoryEventStore.over(logWith(ownerId, wallet)).asStore();
    const one = await verifyLedger(store, { signed: signed() });
    const many = await verifyLedger(store, { signed: signed(), budgetBytes: 1, lookEvery: 5 });
    expect({ ...many, passes: 0 }).toEqual({ ...one, passes: 0 });
    expect(many.passes).toBeGreaterThan(one.passes);
  });
});
