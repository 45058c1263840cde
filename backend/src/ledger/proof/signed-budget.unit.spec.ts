import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivedId } from '../../lib/ids';
import { MemoryEventStore } from '../../testing/memory-event-store';
import type { Head, SignedHeads } from './ledger-heads';
import { OwnerShard } from './owner-shard';
import { publicKeyOf, signHeads } from './ledger-heads';
import { SignedBook } from './signed-book';
import { verifyLedger } from './verify-ledger';

const WALLETS = 60;
const DAYS = 20;
/** Estimated memory of a signed entry. */
const ENTRY_BYTES = 200;

describe('signed heads beyond the memory limit of a verification', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const trusted = new Set([publicKeyOf(privateKey)]);
  const store = new MemoryEventStore();
  let home: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-heads-'));
    let previous: SignedHeads | null = null;
    for (let n = 0; n < DAYS; n++) {
      const day = `2026-03-${String(n + 1).padStart(2, '0')}`;
      // Signed heads: every day each wallet has one more entry. The log has none of these entries.
      const heads = Array.from({ length: WALLETS }, (_, w): Head => [derivedId('owner', w), n, derivedId(day, w)]);
      const signed = { day, signedAt: `${day}T00:00:00.000Z`, position: '1', wallets: WALLETS, heads };
      const data: SignedHeads = signHeads({ ...signed, previousHash: previous?.hash ?? null }, privateKey);
      const event = { id: derivedId('event', n), type: 'LedgerHeadsSigned', data };
      await store.append('ledger-heads', [event], { expected: n === 0 ? 'no_stream' : BigInt(n - 1) });
      previous = data;
    }
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  function noteAll(book: SignedBook): void {
    for (const { day, heads = [] } of store.events.map(({ data }) => data as SignedHeads)) {
      for (const head of heads) book.note(day, head);
    }
  }
  const verify = (budgetBytes?: number) =>
    verifyLedger(store.asStore(), { signed: { home, trusted }, budgetBytes, lookEvery: Infinity });

  it('are checked in several passes with the same findings as in one', async () => {
    const one = await verify();
    const several = await verify((WALLETS * DAYS * ENTRY_BYTES) / 4);
    const owners = ({ findings }: typeof one) => findings.named.map(({ ownerId }) => ownerId).sort();
    expect([one.passes, one.signedDays, one.findings.count]).toEqual([1, DAYS, WALLETS]);
    expect([several.signedDays, several.findings.count]).toEqual([DAYS, WALLETS]);
    expect(owners(several)).toEqual(owners(one));
    expect(several.passes).toBeGreaterThan(3);
  });

  it('are left to a later pass as soon as they do not fit, before the next one is recorded', () => {
    const mostBytes = 10_000;
    let shard = OwnerShard.all;
    const put: number[] = [];
    const book: SignedBook = new SignedBook(shard, mostBytes, () => {
      put.push(book.bytes);
      [shard] = shard.split() ?? [shard];
      book.keep(shard);
    });
    noteAll(book);
    expect(put.length).toBeGreaterThan(3);
    expect(Math.max(...put, book.bytes)).toBeLessThan(mostBytes + 1_000);
    const left = [...book.left()].map(([ownerId]) => ownerId);
    expect(left).toEqual(expect.arrayContaining([expect.any(String)]));
    expect(left.every((ownerId) => shard.has(ownerId))).toBe(true);
  });

  it('free their memory once they are compared', () => {
    const book = new SignedBook(OwnerShard.all, Infinity, () => undefined);
    noteAll(book);
    const full = book.bytes;
    const owner = derivedId('owner', 7);
    expect(book.take(owner, 3)).toEqual({ hash: derivedId('2026-03-04', 7), day: '2026-03-04' });
    expect([book.take(owner, 3), book.take(owner, DAYS), book.take('nobody', 0)]).toEqual(Array(3).fill(undefined));
    expect(book.bytes).toBeLessThan(full);
    for (let n = 0; n < DAYS; n++) for (let w = 0; w < WALLETS; w++) book.take(derivedId('owner', w), n);
    expect([book.bytes, ...book.left()]).toEqual([0]);
  });
});
