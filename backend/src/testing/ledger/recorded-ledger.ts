import { generateKeyPairSync } from 'node:crypto';
import { toUnits } from '@storyreel/contracts';
import {
  collectHeads,
  decideSignHeads,
  LEDGER_HEADS_ID,
  ledgerHeadsAggregate,
  publicKeyOf,
  signHeads,
} from '../../ledger/proof/ledger-heads';
import type { SignedHeads } from '../../ledger/proof/ledger-heads';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext, userContext } from '../../eventsourcing/commands/command-context';
import { derivedId } from '../../lib/ids';
import { decideGrant, decidePurchase, PurchaseZaps } from '../../money/zaps/domain/credit-wallet';
import type { Purpose } from '../../money/zaps/domain/wallet-entry';
import { decideRelease, decideReserve, decideSettle } from '../../money/zaps/domain/hold-zaps';
import { walletAggregate } from '../../money/zaps/domain/wallet';
import { MemoryEventStore } from '../memory-event-store';

const START = Date.parse('2026-03-01T08:00:00.000Z');
const MINUTE = 60_000;

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

/** Wallets with every kind of ledger entry in their history, signed twice: in the middle and at the end. */
export interface RecordedLedger {
  store: MemoryEventStore;
  owners: string[];
  trusted: ReadonlySet<string>;
}

export async function recordLedger(random: () => number, wallets: number, works: number): Promise<RecordedLedger> {
  const store = new MemoryEventStore();
  let minute = 0;
  let ids = 0;
  const clock = { now: () => new Date(START + minute++ * MINUTE) };
  const aggregates = new AggregateStore(store.asStore(), clock, { next: () => derivedId('event', ids++) });
  const owners = Array.from({ length: wallets }, (_, n) => derivedId('owner', n));
  const { privateKey } = generateKeyPairSync('ed25519');

  async function work(userId: string, n: number): Promise<void> {
    const holdId = derivedId(userId, n);
    const price = { units: toUnits(1 + Math.floor(random() * 4)), usd: 0.1, version: '2026-01' };
    const deadline = new Date(START + 1e9).toISOString();
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

  async function sign(day: string): Promise<void> {
    const position = (await store.head()) ?? undefined;
    if (position === undefined) return;
    const heads = await collectHeads(store.asStore(), position);
    const by = systemContext('ledger-heads', LEDGER_HEADS_ID, {
      commandId: day,
      correlationId: day,
      causationId: null,
    });
    const { hash: previousHash } = await aggregates.load(ledgerHeadsAggregate, LEDGER_HEADS_ID);
    const signedAt = clock.now().toISOString();
    const signed: SignedHeads = signHeads(
      { day, signedAt, position, wallets: heads.length, heads, previousHash },
      privateKey,
    );
    await aggregates.execute(ledgerHeadsAggregate, LEDGER_HEADS_ID, by, (state) => decideSignHeads(signed, state));
  }

  for (const userId of owners) {
    const by = userContext(userId);
    await aggregates.execute(walletAggregate, userId, by, decideGrant);
    const purchase = new PurchaseZaps(userId, { purchaseId: derivedId(userId, 'p'), zaps: 500, sandbox: true }, by);
    await aggregates.execute(walletAggregate, userId, by, (state, env) => decidePurchase(purchase, state, env));
  }
  for (let n = 0; n < works; n++) {
    if (n === Math.floor(works / 2)) await sign('2026-03-01');
    for (const userId of owners) await work(userId, n);
  }
  await sign('2026-03-02');
  return { store, owners, trusted: new Set([publicKeyOf(privateKey)]) };
}
