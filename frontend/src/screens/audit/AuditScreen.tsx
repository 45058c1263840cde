import { useQueryClient } from '@tanstack/react-query';
import { AUDIT } from '../../domains/audit/keys';
import { refreshBelow } from '../../platform/query-client';
import { RefreshButton, Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui';
import { Screen } from '../../ui/Screen';
import { AccessView } from './AccessView';
import { BalancesView } from './BalancesView';
import { FinanceCharge } from './FinanceCharge';
import { HoldsView } from './HoldsView';
import { LedgerView } from './LedgerView';
import { PaymentsView } from './PaymentsView';
import { ProofView } from './ProofView';
import { ReconciliationView } from './ReconciliationView';
import { SpendingView } from './SpendingView';
import { useAuditAddress } from './useAuditAddress';

const VIEWS = [
  { value: 'ledger', label: 'Ledger', View: LedgerView },
  { value: 'balances', label: 'Balances', View: BalancesView },
  { value: 'holds', label: 'Open Holds', View: HoldsView },
  { value: 'spending', label: 'Spending', View: SpendingView },
  { value: 'reconciliation', label: 'Reconciliation', View: ReconciliationView },
  { value: 'payments', label: 'Payments', View: PaymentsView },
  { value: 'proof', label: 'Proof', View: ProofView },
  { value: 'access', label: 'Access', View: AccessView },
] as const;

/** What finance looks at: every wallet, every charge, and the proof that none of it was changed. */
export function AuditScreen() {
  const { search, change } = useAuditAddress();
  const queryClient = useQueryClient();
  const shown = VIEWS.find(({ value }) => value === search.view) ?? VIEWS[0];
  return (
    <Screen
      title="Audit"
      subtitle="The ledger of all wallets"
      actions={<RefreshButton onClick={() => void refreshBelow(queryClient, AUDIT)} />}
    >
      <Tabs value={shown.value} onValueChange={(view) => change({ view: view === VIEWS[0].value ? undefined : view })}>
        <TabsList aria-label="Audit">
          {VIEWS.map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
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
  );
}
