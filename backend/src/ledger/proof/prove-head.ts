import type { Pool } from 'pg';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { inclusionProof, rootByProof } from '../../lib/merkle';
import { TABLES } from '../ledger/tables';
import { HeadsFolder } from './heads-folder';
import type { Head, SignedHeads } from './ledger-heads';
import { digestLog, leafOf, rootOfHeads } from './log-digest';
import { signedHeadsIn } from './signed-book';

const HOW =
  'Hash the byte 0 and the leaf with SHA-256, then go along the path as RFC 9162, section 2.1.3.2, describes. The ' +
  'result is the root of the signed heads, whose hash is signed with Ed25519.';

/**
 * Proves that the newest entry of a wallet is among the heads below a day's signed root; by default of the last signed
 * day.
 * @param asked.user the owner's id or e-mail address
 * @throws Error when the day or the wallet does not exist, or when the heads no longer match the signed root
 */
export async function proveHead(
  { pool, events }: { pool: Pool; events: EventStore },
  asked: { user: string; day?: string; home: string },
) {
  const signed = await signedOn(events, asked.day);
  if (signed?.root === undefined) {
    const which = asked.day === undefined ? 'No signed day has' : `${asked.day} has no signed heads with`;
    throw new Error(`${which} a root over all wallets. Days before roots were introduced list the heads only.`);
  }
  const ownerId = await ownerOf(pool, asked.user);
  const heads = await headsOf(events, HeadsFolder.of(asked.home), signed);
  const index = heads.findIndex(([owner]) => owner === ownerId);
  const head = heads[index];
  if (!head) throw new Error(`On ${signed.day} there was no wallet of ${asked.user}.`);
  const [, revision, hash] = head;
  const leaf = leafOf(head);
  const inclusion = { index, size: heads.length, path: inclusionProof(heads.map(leafOf), index) };
  if (rootByProof(leaf, inclusion) !== signed.root) {
    throw new Error(
      `The heads of ${signed.day} are not those that were signed, so they prove nothing. Verify the ledger.`,
    );
  }
  return { how: HOW, ownerId, revision, hash, leaf, ...inclusion, signed };
}

async function signedOn(events: EventStore, day?: string): Promise<SignedHeads | null> {
  let found: SignedHeads | null = null;
  for await (const { signed } of signedHeadsIn(events)) {
    if (day === undefined || signed.day === day) found = signed;
  }
  return found;
}

async function ownerOf(pool: Pool, user: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select user_id::text as id from ${TABLES.emails} where lower(email) = lower($1)`,
    [user],
  );
  return rows[0]?.id ?? user;
}

/** Reads the heads from their file; if the file is on another node or was changed, computes them from the log. */
async function headsOf(events: EventStore, folder: HeadsFolder, { day, root, log }: SignedHeads): Promise<Head[]> {
  const heads: Head[] = [];
  for await (const head of folder.heads(day)) heads.push(head);
  return rootOfHeads(heads) === root || !log ? heads : (await digestLog(events, log)).heads();
}
