import { useNavigate, useSearch } from '@tanstack/react-router';
import { ZAPS_VIEWS } from '../projects/search';
import { Screen } from '../../ui/Screen';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui';
import { BudgetCard, useBudgetAsked } from '../zaps/BudgetCard';
import { BalanceCard } from './BalanceCard';
import { ProjectCostsTab } from './ProjectCostsTab';
import { CheckoutNotice, PurchaseTab } from './PurchaseTab';
import { TransactionsTab } from './TransactionsTab';
import { UsageTab } from './UsageTab';

const TABS = [
  { value: 'purchase', label: 'Purchase', Panel: PurchaseTab },
  { value: 'projects', label: 'Projects', Panel: ProjectCostsTab },
  { value: 'usage', label: 'Usage', Panel: UsageTab },
  { value: 'transactions', label: 'Transactions', Panel: TransactionsTab },
] as const;

export function ZapsScreen() {
  const { view = 'purchase' } = useSearch({ from: '/credits' });
  const navigate = useNavigate();
  const show = (chosen: string): void => {
    const shown = ZAPS_VIEWS.find((known) => known === chosen);
    void navigate({ to: '/credits', search: { view: shown }, resetScroll: false });
  };
  const isBudgetAsked = useBudgetAsked();
  return (
    <Screen title="Zaps and Cost Tracking" subtitle="Your balance and spending">
      <CheckoutNotice />
      <BalanceCard />
      <BudgetCard isAskedFor={isBudgetAsked} />
      <Tabs value={view} onValueChange={show}>
        <TabsList aria-label="Zaps">
          {TABS.map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {TABS.map(({ value, Panel }) => (
          <TabsContent key={value} value={value}>
            <Panel />
          </TabsContent>
        ))}
      </Tabs>
    </Screen>
  );
}
