import { Stack } from '../../ui';
import { SignedHeadsCard } from './SignedHeadsCard';
import { VerificationCard } from './VerificationCard';
import { VerificationHistory } from './VerificationHistory';

/** That nothing in the ledger was changed: the whole of it recomputed, and the heads of its chains signed day by day. */
export function ProofView() {
  return (
    <Stack gap={5}>
      <VerificationCard />
      <VerificationHistory />
      <SignedHeadsCard />
    </Stack>
  );
}
