import { generateKeyPairSync } from 'node:crypto';
import { toUnits } from '@storyreel/contracts';
import { HeadsFolder } from '../../ledger/proof/heads-folder';
import {
  decideSignHeads,
  LEDGER_HEADS_ID,
  ledgerHeadsAggregate,
  publicKeyOf,
  signHeads,
} from '../../ledger/proof/ledger-heads';
import type { SignedHeads } from '../../ledger/proof/ledger-heads';
import { digestLog, rootOfHeads } from '../../ledger/proof/log-digest';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext, userContext } from '../../eventsourcing/commands/command-context';
import { derivedId } from '../../lib/ids';
import { decideGrant, decidePurchase, PurchaseZaps } from '../../money/zaps/domain/credit-wallet';
import type { Purpose } from '../../money/zaps/domain/wallet-entry';
import { decideRelease, decideReserve, decideSettle } from '../../money/zaps/domain/hold-zaps';
import { walletAggregate } from '../../money/zaps/domain/wallet';
import { toPosition } from '../../eventsourcing/event-store/event-store';
import { MemoryEventStore } from '../memory-event-store';

const START = Date.parse('2026-03-01T08:00:00.000Z');
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Number of days. Each day but the first is signed at its beginning. */
const DAYS = 4;

const purposeOf = (workId: string): Purpose => ({
  provider: 'sandbox',
  model: 'v6.1',
  operation: 'generate_image',
  category: 'image',
  description: '4 images for a scene',
  projectId: derivedId(workId, 'project'),
  sceneId: null,
  workId,
  requestHash: `hash of ${workId}`,
});

/**
 * A log over four days, with wallets that have every kind of ledger entry, jobs that delivered files, and accesses. The
 * second day is signed in the form of earlier releases, the third and fourth with roots.
 */
export interface RecordedLedger {
  store: MemoryEventStore;
  owners: string[];
  days: string[];
  trusted: ReadonlySet<string>;
}

/** @param home where the files of signed days are written */
export async function recordLedger(
  random: () => number,
  { wallets, works, home }: { wallets: number; works: number; home: string },
): Promise<RecordedLedger> {
  const store = new MemoryEventStore();
  let minute = 0;
  let day = 0;
  let ids = 0;
  const clock = { now: () => new Date(START + day * DAY + minute++ * MINUTE) };
  const aggregates = new AggregateStore(store.asStore(), clock, { next: () => derivedId('event', ids++) });
  const owners = Array.from({ length: wallets }, (_, n) => derivedId('owner', n));
  const { privateKey } = generateKeyPairSync('ed25519');

  async function work(userId: string, n: number): Promise<void> {
    const holdId = derivedId(userId, n);
    const price = { units: toUnits(1 + Math.floor(random() * 4)), usd: 0.1, version: '2026-01' };
    const deadline = new Date(START + 1e10).toISOString();
    const reservation = { userId, holdId, price, purpose: purposeOf(holdId), deadline, bulk: random() < 0.3 };
    const by = systemContext('paid-work', userId, { commandId: holdId, correlationId: holdId, causationId: null });
    await aggregates.execute(walletAggregate, userId, by, (state, env) => decideReserve(reservation, state, env));
    const end = random();
    if (end < 0.6) {
      const units = random() < 0.3 ? Math.floor(price.units / 3) : undefined;
      await aggregates.execute(walletAggregate, userId, by, (state, env) =>
        decideSettle({ userId, holdId, units }, state, env),
      );
    } else if (end < 0.9) {
      await aggregates.execute(walletAggregate, userId, by, (state, env) =>
        decideRelease({ userId, holdId, reason: 'failed' }, state, env),
      );
    }
  }

  /** Appends an event directly, without a decision; the proof reads only this event of the stream. */
  async function note(category: string, userId: string, type: string, data: object): Promise<void> {
    const cause = { commandId: derivedId('command', ids), correlationId: '', causationId: null };
    const metadata = { ...systemContext('test', userId, cause), schemaVersion: 1, at: clock.now().toISOString() };
    await store.append(`${category}-${userId}`, [{ id: derivedId('event', ids++), type, data, metadata }], {
      expected: 'any',
    });
  }

  async function deliver(userId: string, n: number): Promise<void> {
    const url = `/api/media/${derivedId(userId, `file ${n}`)}`;
    const images = [{ slotId: derivedId(userId, `slot ${n}`), url }];
    const delivered = { [url]: derivedId(url, 'sha256') };
    await note('project', userId, 'ImageJobCompleted', { jobId: derivedId(userId, n), images, usd: 0.1, delivered });
    await note('access', userId, 'RecordsRead', { what: 'charge', ownerId: userId, detail: { n: `${n}` } });
  }

  async function sign(isOld: boolean): Promise<string> {
    const position = (await store.head()) ?? toPosition(0n);
    const today = clock.now().toISOString().slice(0, 10);
    const digest = await digestLog(store.asStore(), { position });
    const heads = digest.heads();
    const cause = { commandId: today, correlationId: today, causationId: null };
    const { hash: previousHash } = await aggregates.load(ledgerHeadsAggregate, LEDGER_HEADS_ID);
    const roots = { root: rootOfHeads(heads), log: { events: digest.events, root: digest.root() } };
    const signedAt = clock.now().toISOString();
    const about = { day: today, signedAt, position, wallets: heads.length, previousHash };
    const signed: SignedHeads = signHeads({ ...about, ...(isOld ? { heads } : roots) }, privateKey);
    const by = systemContext('ledger-heads', LEDGER_HEADS_ID, cause);
    await aggregates.execute(ledgerHeadsAggregate, LEDGER_HEADS_ID, by, (state) => decideSignHeads(signed, state));
    await HeadsFolder.of(home).write(signed, isOld ? null : heads);
    return today;
  }

  for (const userId of owners) {
    const by = userContext(userId);
    await aggregates.execute(walletAggregate, userId, by, decideGrant);
    const purchase = new PurchaseZaps(userId, { purchaseId: derivedId(userId, 'p'), zaps: 500, sandbox: true }, by);
    await aggregates.execute(walletAggregate, userId, by, (state, env) => decidePurchase(purchase, state, env));
  }
  const days: string[] = [];
  for (let n = 0; n < works; n++) {
    const today = Math.floor((n * DAYS) / works);
    if (today > day) {
      day = today;
      days.push(await sign(day === 1));
    }
    for (const userId of owners) {
      await work(userId, n);
      await deliver(userId, n);
    }
  }
  return { store, owners, days, trusted: new Set([publicKeyOf(privateKey)]) };
}
