import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import { ACCOUNTS, genesisHash, hashOf, sumOf, WALLET_EVENT_TYPES } from './wallet-entry';
import type { Account, WalletEvent } from './wallet-entry';

type Amounts = Record<Account, number>;
type DecidedReturn = Extract<WalletEvent, { type: 'PurchaseReturnDecided' }>['data'];
type GivenBack = Extract<WalletEvent, { type: 'TakenZapsGivenBack' }>['data'];

interface ProvenPurchase {
  units: number;
  /** Units that no decision about returned money has covered. */
  left: number;
  taken: number;
}

interface ProvenHold {
  units: number;
  deadline: string;
}

const noUnits = (): Amounts => ({ available: 0, held: 0, revenue: 0, grants: 0, purchases: 0, refunds: 0 });

/**
 * Recomputes a wallet's chain, postings, holds and balances from its events in order. The proof shares the entry format
 * with the wallet but not its decisions or folds, so that a bug in the wallet's code cannot hide itself. Keeps only the
 * outcome of closed holds, since an installation has very many.
 */
export class WalletProof {
  readonly accounts = noUnits();
  readonly open = new Map<string, ProvenHold>();
  /** Units charged and not refunded, by id of a closed hold; 0 for released holds. */
  readonly closed = new Map<string, number>();
  entries = 0;
  lastHash: string;
  /** The first wrong revision and the reason; later revisions are not checked. */
  bad: { revision: bigint; reason: string } | null = null;
  private granted = false;
  private readonly purchases = new Map<string, ProvenPurchase>();
  private readonly decisions = new Set<string>();
  private readonly refunds = new Set<string>();

  constructor(private readonly ownerId: string) {
    this.lastHash = genesisHash(ownerId);
  }

  /**
   * Checks an entry.
   * @returns false for the first fault and everything after it
   */
  add(event: RecordedEvent): boolean {
    if (this.bad) return false;
    const reason = this.fault(event);
    if (reason === null) {
      this.entries += 1;
      this.lastHash = (event as unknown as WalletEvent).data.hash;
      return true;
    }
    // If an entry is missing, the gap is the first fault, whatever follows it.
    const revision = BigInt(Math.min(Number(event.revision), this.entries));
    this.bad = { revision, reason };
    return false;
  }

  private fault(event: RecordedEvent): string | null {
    const expected = BigInt(this.entries);
    if (event.revision > expected) return 'is missing';
    if (event.revision < expected) return 'comes a second time';
    const form = formFault(event);
    if (form !== null) return form;
    const entry = event as unknown as WalletEvent;
    if (event.metadata.ownerId !== this.ownerId) return 'says that it belongs to somebody else';
    if (entry.data.prevHash !== this.lastHash) return 'does not follow the entry before it';
    if (entry.data.hash !== hashOf(entry)) return 'was changed after it was written';
    if (event.metadata.at !== entry.data.at) return 'has another time than its hash says';
    return this.book(entry);
  }

  /** Applies an entry and checks its postings and its hold. After a fault, the applied changes no longer matter. */
  private book(entry: WalletEvent): string | null {
    const moved = noUnits();
    for (const { account, units } of entry.data.postings) moved[account] += units;
    if (sumOf(entry.data.postings) !== 0) return 'has postings that do not sum to zero';
    const wanted = noUnits();
    const fault = this.expect(entry, wanted);
    if (fault !== null) return fault;
    if (ACCOUNTS.some((account) => moved[account] !== wanted[account])) return 'has postings of another kind or amount';
    for (const account of ACCOUNTS) this.accounts[account] += moved[account];
    return this.accounts.available < 0 ? 'makes the balance negative' : null;
  }

  /**
   * Adds the postings that an entry of this kind must have to `wanted`.
   * @returns the entry's fault, or null
   */
  private expect(entry: WalletEvent, wanted: Amounts): string | null {
    switch (entry.type) {
      case 'ZapsGranted':
        if (this.granted) return 'grants a second time';
        this.granted = true;
        return between(wanted, 'grants', 'available', entry.data.units);
      case 'ZapsPurchased':
        if (this.purchases.has(entry.data.purchaseId)) return 'enters a purchase twice';
        this.purchases.set(entry.data.purchaseId, { units: entry.data.units, left: entry.data.units, taken: 0 });
        return between(wanted, 'purchases', 'available', entry.data.units);
      case 'ZapsReserved': {
        const { holdId, units, deadline, bulkDay, price } = entry.data;
        if (this.open.has(holdId) || this.closed.has(holdId)) return 'reserves a hold twice';
        if (units !== (bulkDay === null ? price.units : 0)) return 'holds another amount than its price';
        this.open.set(holdId, { units, deadline });
        return between(wanted, 'available', 'held', units);
      }
      case 'ZapsSettled': {
        const { holdId, units } = entry.data;
        const hold = this.close(holdId, units);
        if (!hold) return 'closes a hold that is not open';
        if (units > hold.units) return 'charges more than was held';
        wanted.available += hold.units - units;
        wanted.held -= hold.units - units;
        return between(wanted, 'held', 'revenue', units);
      }
      case 'ZapsReleased': {
        const hold = this.close(entry.data.holdId, 0);
        if (!hold) return 'closes a hold that is not open';
        if (entry.data.units !== hold.units) return 'releases another amount than was held';
        return between(wanted, 'held', 'available', hold.units);
      }
      case 'ZapsRefunded':
        return this.refund(entry.data) ?? between(wanted, 'refunds', 'available', entry.data.units);
      case 'PurchaseReturnDecided':
        return this.giveUp(entry.data) ?? between(wanted, 'available', 'purchases', entry.data.units);
      case 'TakenZapsGivenBack':
        return this.giveBack(entry.data) ?? between(wanted, 'purchases', 'available', entry.data.units);
      case 'ZapBudgetSet':
      case 'ZapBudgetNeared':
        return null;
    }
  }

  private refund({ refundId, holdId, units }: { refundId: string; holdId: string; units: number }): string | null {
    if (this.refunds.has(refundId)) return 'enters a refund twice';
    this.refunds.add(refundId);
    const left = this.closed.get(holdId);
    if (left === undefined) return 'refunds an uncharged hold';
    if (units > left) return 'refunds more than was charged';
    this.closed.set(holdId, left - units);
    return null;
  }

  private giveUp({ decisionId, purchaseId, answer, dueUnits, units }: DecidedReturn): string | null {
    if (this.decisions.has(decisionId)) return 'enters a decision twice';
    this.decisions.add(decisionId);
    const bought = this.purchases.get(purchaseId);
    if (!bought) return 'takes back what was never purchased';
    if (!Number.isSafeInteger(dueUnits) || dueUnits <= 0 || dueUnits > bought.left)
      return 'is about more than was purchased';
    if (units > (answer === 'left' ? 0 : dueUnits)) return 'takes back more than was returned';
    this.purchases.set(purchaseId, { ...bought, left: bought.left - dueUnits, taken: bought.taken + units });
    return null;
  }

  private giveBack({ decisionId, purchaseId, dueUnits, units }: GivenBack): string | null {
    if (this.decisions.has(decisionId)) return 'enters a decision twice';
    this.decisions.add(decisionId);
    const bought = this.purchases.get(purchaseId);
    if (!bought) return 'gives back what was never purchased';
    const left = bought.left + dueUnits;
    if (!Number.isSafeInteger(dueUnits) || dueUnits < 0 || left > bought.units) return 'is about more than was decided';
    if (units > bought.taken) return 'gives back more than was taken';
    this.purchases.set(purchaseId, { ...bought, left, taken: bought.taken - units });
    return null;
  }

  private close(holdId: string, charged: number): ProvenHold | undefined {
    const hold = this.open.get(holdId);
    this.open.delete(holdId);
    this.closed.set(holdId, charged);
    return hold;
  }
}

function between(wanted: Amounts, from: Account, to: Account, units: number): string | null {
  if (!Number.isSafeInteger(units) || units < 0) return 'has an amount that is no whole number of units';
  wanted[from] -= units;
  wanted[to] += units;
  return null;
}

/** Checks an entry's form: entries in a manipulated log can have any form. */
function formFault({ type, data }: RecordedEvent): string | null {
  if (!(WALLET_EVENT_TYPES as readonly string[]).includes(type)) return `'${type}' is not a ledger entry`;
  const { postings } = (data ?? {}) as Partial<WalletEvent['data']>;
  if (!Array.isArray(postings)) return 'has no postings';
  for (const posting of postings as unknown[]) {
    const { account, units } = (posting ?? {}) as { account?: unknown; units?: unknown };
    if (!ACCOUNTS.includes(account as Account)) return 'posts to an account that there is not';
    if (!Number.isSafeInteger(units)) return 'has a posting that is no integer';
  }
  return null;
}

export interface WalletReport {
  ownerId: string;
  entries: number;
  /** Ledger units, up to the last sound entry; an entry that makes the balance negative is included. */
  accounts: Record<Account, number>;
  openHolds: { holdId: string; units: number; deadline: string }[];
  /** The first wrong revision and the reason; null for a sound wallet. */
  bad: { revision: bigint; reason: string } | null;
}

/** Recomputes a wallet's chain, balances and open holds from its events alone. */
export function verifyWallet(ownerId: string, events: Iterable<RecordedEvent>): WalletReport {
  const proof = new WalletProof(ownerId);
  for (const event of events) if (!proof.add(event)) break;
  const openHolds = [...proof.open].map(([holdId, hold]) => ({ holdId, ...hold }));
  return { ownerId, entries: proof.entries, accounts: { ...proof.accounts }, openHolds, bad: proof.bad };
}
