import { DomainError } from '../../platform/domain/domain-error';
import { findHold, type Hold, type HoldBook } from './hold-book';
import type { KnownRefund } from './refund-book';

/** What the log says of a hold that a wallet's state may no longer remember. */
export interface HoldHistory {
  hold: Hold | undefined;
  /** The revision up to which no beginning and no end of the hold was overlooked. */
  upTo: number;
  /** The revision up to which the hold's refunds are in it. */
  refundsUpTo: number;
  /** Those of them that are not in the state, and maybe some that are. */
  refunds: readonly KnownRefund[];
}

/** A decision needs what the wallet's state has forgotten: it has to be recalled, at least up to a revision. */
export class Evicted extends Error {
  constructor(
    readonly what: 'hold' | 'refunds',
    readonly since: number,
  ) {
    super(`The wallet remembers no ${what} up to revision ${since}`);
  }
}

/** @throws Forgotten when neither state nor what was recalled can tell whether there is such a hold */
export function holdOf(book: HoldBook, holdId: string, recalled?: HoldHistory): Hold | undefined {
  const remembered = findHold(book, holdId);
  if (remembered) return remembered;
  const hold = recalled?.hold;
  // One that is open is in the state. What was recalled before it was closed says nothing of it any more.
  if (hold && hold.status !== 'open') return hold;
  if (book.forgotten > (recalled?.upTo ?? -1)) throw new Evicted('hold', book.forgotten);
  return undefined;
}

/** What a decision on the hold is going to ask for, unless entries that come later tell. */
export function historyNeeded(book: HoldBook, holdId: string): Pick<Evicted, 'what' | 'since'> | null {
  return findHold(book, holdId) || book.forgotten < 0 ? null : { what: 'hold', since: book.forgotten };
}

/** Only a wallet in which a hundred holds are closed between two readings makes it recall more often. */
const MOST = 5;

/** Decides; when the state has forgotten what that needs, again with what was recalled. */
export async function withHistoryLookup<T>(
  recall: (forgotten: Evicted) => Promise<HoldHistory>,
  decide: (recalled?: HoldHistory) => Promise<T>,
): Promise<T> {
  let recalled: HoldHistory | undefined;
  for (let attempt = 0; attempt < MOST; attempt++) {
    try {
      return await decide(recalled);
    } catch (error) {
      if (!(error instanceof Evicted)) throw error;
      recalled = await recall(error);
    }
  }
  throw new DomainError('conflict', 'This wallet is very busy. Please try again.');
}
