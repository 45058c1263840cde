import type { Charge } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshBelow } from '../../platform/cache/query-client';
import { Button, ButtonAnchor, RefreshButton, Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui';
import { Screen } from '../../ui/Screen';
import { useUser } from '../account/api';
import { AccessView } from './AccessView';
import { BalancesView } from './BalancesView';
import { ChargeDialog } from './ChargeDialog';
import { HoldsView } from './HoldsView';
import { OpenReturns } from './OpenReturns';
import { LedgerView } from './LedgerView';
import { PaymentsView } from './PaymentsView';
import { ProofView } from './ProofView';
import { ReconciliationView } from './ReconciliationView';
import { RefundDialog } from './RefundDialog';
import { RefundsView } from './RefundsView';
import { SpendingView } from './SpendingView';
import { InChosenZone, ZoneSwitch } from './ZoneSwitch';
import { useAuditAddress } from './address';
import { AUDIT } from './api';

const LinkButton = createLink(ButtonAnchor);

/** Shows the dialog for the charge in the address, over any list. */
export function FinanceCharge() {
  const { search, change } = useAuditAddress();
  const { data: user } = useUser();
  const isDeveloper = user?.roles.includes('developer') ?? false;
  return (
    <ChargeDialog
      asker="finance"
      holdId={search.charge ?? null}
      onClose={() => change({ charge: undefined })}
      actions={(charge) => (charge.user.id === user?.id ? null : <RefundButton charge={charge} />)}
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

/** Offers a refund, except for the user's own charge, while a settled charge has an amount left to refund. */
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

const VIEWS = [
  { value: 'ledger', label: 'Ledger', View: LedgerView },
  { value: 'balances', label: 'Balances', View: BalancesView },
  { value: 'holds', label: 'Open Holds', View: HoldsView },
  { value: 'spending', label: 'Spending', View: SpendingView },
  { value: 'reconciliation', label: 'Reconciliation', View: ReconciliationView },
  { value: 'refunds', label: 'Refunds', View: RefundsView },
  { value: 'payments', label: 'Payments', View: PaymentsView },
  { value: 'proof', label: 'Proof', View: ProofView },
  { value: 'access', label: 'Access', View: AccessView },
] as const;

/** The audit screen for finance: every wallet, every charge, and the proof that nothing was tampered with. */
export function AuditScreen() {
  const { search, change } = useAuditAddress();
  const queryClient = useQueryClient();
  const shown = VIEWS.find(({ value }) => value === search.view) ?? VIEWS[0];
  return (
    <InChosenZone>
      <Screen
        title="Audit"
        subtitle="The ledger of all wallets"
        actions={
          <>
            <ZoneSwitch />
            <RefreshButton onClick={() => void refreshBelow(queryClient, AUDIT)} />
          </>
        }
      >
        <Tabs
          value={shown.value}
          onValueChange={(view) => change({ view: view === VIEWS[0].value ? undefined : view })}
        >
          <TabsList aria-label="Audit">
            {VIEWS.map(({ value, label }) => (
              <TabsTrigger key={value} value={value}>
                {label}
                {value === 'payments' && <OpenReturns />}
              </TabsTrigger>
            ))}
          </TabsList>
          {VIEWS.map(({ value, View }) => (
            <TabsContent key={value} value={value}>
              <View />
            </TabsContent>
          ))}
        </Tabs>
        <FinanceCharge />
      </Screen>
    </InChosenZone>
  );
}
