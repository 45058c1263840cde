import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { EventStore, Position, StoredEvent } from '../../eventsourcing/event-store/event-store';
import { asStored, digestedText, sealOf } from '../../eventsourcing/event-store/sealed-events';
import { MerkleRoot } from '../../lib/merkle';
import type { Head } from './ledger-heads';

export const WALLETS = 'wallet-';

/** Returns the leaf for a head in the Merkle tree of a day's heads. */
export const leafOf = ([ownerId, revision, hash]: Head): string => `${ownerId} ${revision} ${hash}`;

export function rootOfHeads(heads: Iterable<Head>): string {
  const tree = new MerkleRoot();
  for (const head of heads) tree.push(leafOf(head));
  return tree.root();
}

/**
 * Digests the log: a Merkle tree over this application's events, and the newest entry of every wallet. The digest does
 * not depend on positions, because an EventStoreDB that is restored from a backup assigns new positions.
 */
export class LogDigest {
  private readonly tree = new MerkleRoot();
  private readonly newest = new Map<string, Head>();

  /** @param event as stored, so that a later release that upcasts the event digests the same bytes */
  add(event: StoredEvent): void {
    const { streamId, revision, data } = event;
    const stored = asStored(event);
    const leaf = sealOf(stored)?.leaf;
    if (leaf === undefined) this.tree.push(digestedText(stored));
    else this.tree.pushHash(Buffer.from(leaf, 'hex'));
    if (!streamId.startsWith(WALLETS)) return;
    const ownerId = idOfStream(streamId);
    this.newest.set(ownerId, [ownerId, Number(revision), String((data as { hash?: unknown } | null)?.hash)]);
  }

  get events(): number {
    return this.tree.size;
  }

  root(): string {
    return this.tree.root();
  }

  /** Returns the newest entry of every wallet, sorted by owner. */
  heads(): Head[] {
    return [...this.newest.values()].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/**
 * Digests the log from its beginning up to a position, or up to a number of events. Does not check the wallets' chains,
 * which a verification does.
 */
export async function digestLog(events: EventStore, upTo: { position: Position } | { events: number }) {
  const digest = new LogDigest();
  for await (const event of events.readAll({ asStored: true })) {
    if ('position' in upTo ? event.position > upTo.position : digest.events >= upTo.events) break;
    digest.add(event);
  }
  return digest;
}
