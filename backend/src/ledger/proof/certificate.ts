import { createHash, sign } from 'node:crypto';
import type { VerificationSummary } from '@storyreel/contracts';
import { publicKeyOf } from './ledger-heads';
import type { LedgerKeys } from './ledger-heads';

const line = (name: string, value: string): string => `${`${name}:`.padEnd(16)}${value}`;

/** States the result of a verification in a sentence that is complete by itself. */
function resultOf({ state, badCount, error, signed, entries }: VerificationSummary): string {
  if (state === 'running') return 'The verification is still running, so nothing is proven yet.';
  if (state === 'failed') return `The verification failed, so nothing is proven: ${error ?? 'no reason is known'}`;
  if (badCount > 0)
    return `NOT SOUND: ${badCount} finding${badCount === 1 ? '' : 's'}. The ledger is not as it was written.`;
  if (entries === 0) return 'The ledger is empty, so nothing is proven.';
  if (!signed) return 'Nothing wrong was found. No day was signed yet, so a rewritten history would not be noticed.';
  return `Nothing has changed since ${signed.from}.`;
}

/**
 * Writes the findings of a verification as a text to read and file. Its last line signs all lines before it with the
 * installation's key, which proves the origin of a copy.
 */
export function certificateOf(
  found: VerificationSummary,
  { place, at }: { place: string; at: string },
  { signing }: Pick<LedgerKeys, 'signing'>,
): string {
  const { signed, startedBy } = found;
  const lines = [
    'Certificate of the ledger',
    '',
    line('Installation', place),
    line('Result', resultOf(found)),
    line('Signed', signed ? `up to ${signed.to}, at ${signed.at}` : 'no day'),
    line('Not signed yet', `${signed?.unsigned ?? found.entries} entries`),
    line('Compared', `${found.entries} entries of ${found.wallets} wallets, ${found.signedDays} signed days`),
    line('Events read', `${found.eventsRead}`),
    line(
      'Verified',
      `${found.startedAt} to ${found.endedAt ?? 'its end is not known'}, for ${startedBy.email ?? startedBy.id}`,
    ),
    line('Verification', found.id),
    line('Issued', at),
    line('Public key', publicKeyOf(signing)),
    '',
  ].join('\n');
  const digest = createHash('sha256').update(lines).digest('hex');
  return `${lines}${line('Signature', `Ed25519 of the SHA-256 ${digest} of the lines above: ${sign(null, Buffer.from(digest), signing).toString('base64')}`)}\n`;
}
