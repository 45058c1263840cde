import { Screen } from '../../ui/Screen';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui';
import { BalanceCard } from './BalanceCard';
import { ProjectCostsTab } from './ProjectCostsTab';
import { PurchaseTab } from './PurchaseTab';
import { TransactionsTab } from './TransactionsTab';
import { UsageTab } from './UsageTab';

const TABS = [
  { value: 'purchase', label: 'Purchase', Panel: PurchaseTab },
  { value: 'projects', label: 'Projects', Panel: ProjectCostsTab },
  { value: 'usage', label: 'Usage', Panel: UsageTab },
  { value: 'transactions', label: 'Transactions', Panel: TransactionsTab },
] as const;

export function ZapsScreen() {
  return (
    <Screen title="Zaps and Cost Tracking" subtitle="What you have, and where it went">
      <BalanceCard />
      <Tabs defaultValue="purchase">
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
