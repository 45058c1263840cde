import { decimalsOf, toZaps } from '@storyreel/contracts';
import type { LedgerKind } from '@storyreel/contracts';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import { columnName } from '../../../eventsourcing/views/view';
import type { View } from '../../../eventsourcing/views/view';
import { changesOf, WALLET_EVENT_TYPES } from '../../../money/zaps';
import type { Account, BudgetScope, Purpose, WalletEvent } from '../../../money/zaps';

/** One entry of one wallet as finance reads it. All amounts are whole numbers of ledger units. */
export interface LedgerEntry extends Record<Account, number> {
  id: string;
  position: string;
  revision: number;
  /** ISO 8601 */
  at: string;
  kind: LedgerKind;
  userId: string;
  /** The entry's amount, in the sense of its kind: reserved, spent, released … */
  units: number;
  description: string;
  reason: string | null;
  projectId: string | null;
  sceneId: string | null;
  jobId: string | null;
  holdId: string | null;
  provider: string | null;
  model: string | null;
  operation: string | null;
  /** The kind of work: image, video, text … */
  category: string | null;
  priceVersion: string | null;
  usd: number | null;
  /** For reservations: the quoted price, and the time by which the hold is released at the latest. */
  quotedUnits: number | null;
  quotedUsd: number | null;
  deadline: string | null;
  /** True if the plan covers the work. */
  covered: boolean;
  /** True for a purchase in the sandbox, for which nobody paid. */
  sandbox: boolean;
  /** Id of the purchase that the entry makes or reverses. */
  purchaseId: string | null;
  /** Ids of the users who made and approved a refund, a reversal or a budget. */
  madeBy: string | null;
  approvedBy: string | null;
  hash: string;
}

type EntryDetails = Pick<LedgerEntry, 'kind' | 'units' | 'description'> & Partial<LedgerEntry>;

function worked(holdId: string, purpose: Purpose) {
  const { provider, model, operation, category, description, projectId, sceneId, workId: jobId } = purpose;
  return { holdId, provider, model, operation, category, description, projectId, sceneId, jobId };
}

type Decided = Extract<WalletEvent, { type: 'PurchaseReturnDecided' }>['data'];

function reversal({ purchaseId, answer, units, dueUnits, returned, reason, by: madeBy }: Decided): EntryDetails {
  const of = `${toZaps(dueUnits)} zaps of a refunded purchase`;
  const lost = dueUnits > units ? `, ${toZaps(dueUnits - units)} were spent and are lost` : '';
  const description = answer === 'left' ? `${of} left with the buyer` : `${toZaps(units)} of ${of} taken back${lost}`;
  const { amount, currency } = returned;
  const usd = currency === 'usd' ? 0 - amount / 10 ** decimalsOf(currency) : null;
  return { kind: 'reversal', units, usd, description, reason, madeBy, purchaseId };
}

type GivenBack = Extract<WalletEvent, { type: 'TakenZapsGivenBack' }>['data'];

/** Makes the entry that undoes a part of a reversal; its amounts are negative. */
function givenBack({ purchaseId, units, returned, reason, by: madeBy }: GivenBack): EntryDetails {
  const description = `${toZaps(units)} zaps given back: the refund of their purchase failed`;
  const { amount, currency } = returned;
  const usd = currency === 'usd' ? amount / 10 ** decimalsOf(currency) : null;
  return { kind: 'reversal', units: 0 - units, usd, description, reason, madeBy, purchaseId };
}

const budget = (scope: BudgetScope) => ({
  kind: 'budget' as const,
  units: 0,
  projectId: scope === 'person' ? null : scope.projectId,
});

function detailsOf(event: RecordedEvent<WalletEvent>): EntryDetails {
  switch (event.type) {
    case 'ZapsGranted':
      return { kind: 'grant', units: event.data.units, description: 'Welcome zaps' };
    case 'ZapsPurchased': {
      const { units, paidUsd: usd, sandbox, purchaseId } = event.data;
      return {
        kind: 'purchase',
        units,
        usd,
        sandbox,
        purchaseId,
        description: sandbox ? 'Zaps purchased (sandbox)' : 'Zaps purchased',
      };
    }
    case 'ZapsReserved': {
      const { holdId, purpose, units, price, deadline, bulkDay } = event.data;
      const quote = {
        priceVersion: price.version,
        quotedUsd: price.usd,
        quotedUnits: price.units,
        deadline,
        covered: bulkDay !== null,
      };
      return { kind: 'reservation', units, ...worked(holdId, purpose), ...quote };
    }
    case 'ZapsSettled': {
      const { holdId, purpose, units, usd, priceVersion } = event.data;
      return { kind: 'settlement', units, ...worked(holdId, purpose), usd, priceVersion };
    }
    case 'ZapsReleased': {
      const { holdId, purpose, units, reason, bulkDay, priceVersion } = event.data;
      return { kind: 'release', units, ...worked(holdId, purpose), reason, priceVersion, covered: bulkDay !== null };
    }
    case 'ZapsRefunded': {
      const { holdId, purpose, units, reason, priceVersion, by: madeBy, approvedBy = null } = event.data;
      return { kind: 'refund', units, ...worked(holdId, purpose), reason, priceVersion, madeBy, approvedBy };
    }
    case 'PurchaseReturnDecided':
      return reversal(event.data);
    case 'TakenZapsGivenBack':
      return givenBack(event.data);
    case 'ZapBudgetSet': {
      const { scope, monthlyUnits, by: madeBy } = event.data;
      const what =
        monthlyUnits === null ? 'Monthly budget removed' : `Monthly budget set to ${toZaps(monthlyUnits)} zaps`;
      return { ...budget(scope), description: what, madeBy };
    }
    case 'ZapBudgetNeared': {
      const { scope, month, monthlyUnits, spentUnits } = event.data;
      const what = `${toZaps(spentUnits)} of ${toZaps(monthlyUnits)} zaps of the budget for ${month} are spent`;
      return { ...budget(scope), description: what };
    }
    default:
      return event satisfies never;
  }
}

const cache = new WeakMap<object, LedgerEntry>();

/**
 * Returns the entry of an event. Pure: an entry depends on its event alone, so that it can be recomputed from the log.
 * The entry is cached, since several views need it.
 */
export function entryOf(event: RecordedEvent<WalletEvent>): LedgerEntry {
  const known = cache.get(event);
  if (known) return known;
  const entry = present(event, detailsOf(event));
  cache.set(event, entry);
  return entry;
}

/** Assigned field by field: spreading objects into one with this many fields takes twenty times as long. */
function present(
  { id, position, revision, data, metadata }: RecordedEvent<WalletEvent>,
  about: EntryDetails,
): LedgerEntry {
  const changes = changesOf(data.postings);
  return {
    id,
    position,
    revision: Number(revision),
    at: data.at,
    kind: about.kind,
    userId: metadata.ownerId,
    available: changes.available,
    held: changes.held,
    revenue: changes.revenue,
    grants: changes.grants,
    purchases: changes.purchases,
    refunds: changes.refunds,
    units: about.units,
    description: about.description,
    reason: about.reason ?? null,
    projectId: about.projectId ?? null,
    sceneId: about.sceneId ?? null,
    jobId: about.jobId ?? null,
    holdId: about.holdId ?? null,
    provider: about.provider ?? null,
    model: about.model ?? null,
    operation: about.operation ?? null,
    category: about.category ?? null,
    priceVersion: about.priceVersion ?? null,
    usd: about.usd ?? null,
    quotedUnits: about.quotedUnits ?? null,
    quotedUsd: about.quotedUsd ?? null,
    deadline: about.deadline ?? null,
    covered: about.covered ?? false,
    sandbox: about.sandbox ?? false,
    purchaseId: about.purchaseId ?? null,
    madeBy: about.madeBy ?? null,
    approvedBy: about.approvedBy ?? null,
    hash: data.hash,
  };
}

/** Every entry of every wallet. Each column that finance can filter by has an index in log order. */
export const ledgerEntryView: View<LedgerEntry, WalletEvent> = {
  name: 'ledger_entry',
  version: 3,
  columns: {
    id: { type: 'uuid' },
    position: { type: 'text' },
    revision: { type: 'integer' },
    at: { type: 'timestamptz' },
    kind: { type: 'text' },
    userId: { type: 'uuid' },
    available: { type: 'double precision' },
    held: { type: 'double precision' },
    revenue: { type: 'double precision' },
    grants: { type: 'double precision' },
    purchases: { type: 'double precision' },
    refunds: { type: 'double precision' },
    units: { type: 'double precision' },
    description: { type: 'text' },
    reason: { type: 'text', nullable: true },
    projectId: { type: 'uuid', nullable: true },
    sceneId: { type: 'uuid', nullable: true },
    jobId: { type: 'text', nullable: true },
    holdId: { type: 'text', nullable: true },
    provider: { type: 'text', nullable: true },
    model: { type: 'text', nullable: true },
    operation: { type: 'text', nullable: true },
    category: { type: 'text', nullable: true },
    priceVersion: { type: 'text', nullable: true },
    usd: { type: 'double precision', nullable: true },
    quotedUnits: { type: 'double precision', nullable: true },
    quotedUsd: { type: 'double precision', nullable: true },
    deadline: { type: 'text', nullable: true },
    covered: { type: 'boolean' },
    sandbox: { type: 'boolean' },
    purchaseId: { type: 'text', nullable: true },
    madeBy: { type: 'text', nullable: true },
    approvedBy: { type: 'text', nullable: true },
    hash: { type: 'text' },
  },
  key: 'id',
  indexes: [
    ['position'],
    ['userId', 'position'],
    ['projectId', 'position'],
    ['kind', 'position'],
    ['provider', 'position'],
    ['model', 'position'],
    ['priceVersion', 'position'],
    ['jobId', 'position'],
    ['holdId'],
  ],
  types: WALLET_EVENT_TYPES,
  stopOnPoison: true,
  ignoresRow: true,
  keys: (event) => [event.id],
  evolve: (_row, event) => entryOf(event),
};

/** Each column of an entry, aliased to its property's name. */
export const ENTRY_COLUMNS = Object.keys(ledgerEntryView.columns)
  .map((property) => `e.${columnName(ledgerEntryView, property)} as "${property}"`)
  .join(', ');
