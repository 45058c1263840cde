import type { Charge } from '@storyreel/contracts';
import { useState, type ReactNode } from 'react';
import { hasStatus } from '../../platform/api-client';
import { Button, Dialog, EmptyState, Skeleton, Stack, Unreadable, VisuallyHidden } from '../../ui';
import { ChargeDetails } from './ChargeDetails';
import type { Asker } from './keys';
import { useCharge } from './queries';

interface ChargeDialogProps {
  /** Null while none is open. */
  holdId: string | null;
  asker: Asker;
  onClose: () => void;
  /** What can be done about it, below. */
  actions?: (charge: Charge) => ReactNode;
  /** Leads to the run that the zaps paid for. */
  runLink?: (charge: Charge) => ReactNode;
}

/** Why somebody was charged, over whatever lists the charge. */
export function ChargeDialog({ holdId, ...rest }: ChargeDialogProps) {
  // What was shown stays while the dialog goes.
  const [shown, setShown] = useState(holdId);
  if (holdId !== null && holdId !== shown) setShown(holdId);
  if (shown === null) return null;
  return <OpenCharge key={shown} {...rest} holdId={shown} open={holdId !== null} />;
}

function OpenCharge({
  holdId,
  asker,
  open,
  onClose,
  actions,
  runLink,
}: ChargeDialogProps & { holdId: string; open: boolean }) {
  const { data: charge, error, refetch } = useCharge(asker, holdId);
  const title = asker === 'finance' ? 'Why they were charged' : 'Why was I charged?';
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={title}
      size="large"
      footer={
        <>
          {charge && actions?.(charge)}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {charge ? (
        <ChargeDetails charge={charge} asker={asker} runLink={runLink?.(charge)} />
      ) : hasStatus(error, 400, 404) ? (
        <EmptyState
          level={3}
          drawing="compass"
          title="Charge not found"
          line="The link may be incomplete, or the entry isn't for paid work."
        />
      ) : error ? (
        <Unreadable level={3} what="this charge" retry={refetch} />
      ) : (
        <Stack gap={3} role="status" aria-busy="true">
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton width="160px" height="32px" />
          <Skeleton width="280px" height="20px" />
          <Skeleton height="360px" radius="12px" />
        </Stack>
      )}
    </Dialog>
  );
}
