import type { Charge } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../../domains/accounts/queries';
import { ChargeDialog } from '../../domains/audit/ChargeDialog';
import { Button, ButtonAnchor } from '../../ui';
import { RefundDialog } from './RefundDialog';
import { useAuditAddress } from './useAuditAddress';

const LinkButton = createLink(ButtonAnchor);

/** The charge that the address names, over whatever lists it. */
export function FinanceCharge() {
  const { search, change } = useAuditAddress();
  const { data: user } = useUser();
  const isDeveloper = user?.roles.includes('developer') ?? false;
  return (
    <ChargeDialog
      asker="finance"
      holdId={search.charge ?? null}
      onClose={() => change({ charge: undefined })}
      actions={(charge) => <RefundButton charge={charge} />}
      runLink={
        isDeveloper
          ? ({ jobId }) => (
              <LinkButton to="/runs" search={{ run: jobId }} data-variant="secondary" data-size="small">
                Open the Run
              </LinkButton>
            )
          : undefined
      }
    />
  );
}

/** What is charged can be given back; a charge that was released or refunded leaves nothing to refund. */
function RefundButton({ charge }: { charge: Charge }) {
  const [isOpen, setOpen] = useState(false);
  if (charge.state !== 'settled' || charge.charged <= 0) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Refund…
      </Button>
      <RefundDialog charge={charge} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
