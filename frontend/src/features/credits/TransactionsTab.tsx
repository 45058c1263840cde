import type { Transaction } from '@storyreel/contracts';
import { useState } from 'react';
import { Button, DataTable, ListState, Moment, ShowMore, Stack, TextButton } from '../../ui';
import type { Column } from '../../ui';
import { ChargeDialog } from '../audit/ChargeDialog';
import { RunDialog } from '../runs/RunDialog';
import { useTransactions } from '../zaps/api';
import { formatZaps } from '../zaps/format';

interface WhyChargedProps {
  /** Id of the line's charge; a line without one is not clickable. */
  holdId: string | null | undefined;
  children: string;
}

/** Shows a line's description; clicking it opens the explanation of the charge. */
export function WhyCharged({ holdId, children }: WhyChargedProps) {
  const [isOpen, setOpen] = useState(false);
  const [runId, setRunId] = useState<string | null>(null);
  if (!holdId) return children;
  return (
    <>
      <TextButton type="button" title="Why was I charged?" onClick={() => setOpen(true)}>
        {children}
      </TextButton>
      <ChargeDialog
        asker="creator"
        holdId={isOpen ? holdId : null}
        onClose={() => setOpen(false)}
        runLink={({ jobId }) =>
          jobId !== '' && (
            <Button size="small" onClick={() => setRunId(jobId)}>
              How This Was Made
            </Button>
          )
        }
      />
      <RunDialog runId={runId} onClose={() => setRunId(null)} />
    </>
  );
}

const signed = (amount: number): string => (amount > 0 ? `+${formatZaps(amount)}` : formatZaps(amount));

/** On phones, the date is below the description; beside the description it would wrap to three lines. */
const COLUMNS: readonly Column<Transaction>[] = [
  {
    head: 'Description',
    cell: ({ holdId, description, createdAt }) => (
      <>
        <WhyCharged holdId={holdId}>{description}</WhyCharged>
        <small className="narrow">
          <Moment at={createdAt} />
        </small>
      </>
    ),
  },
  { head: 'Date', cell: ({ createdAt }) => <Moment at={createdAt} />, only: 'wide', quiet: true },
  {
    head: 'Zaps',
    cell: ({ amount }) => <span className={amount > 0 ? 'gain' : undefined}>{signed(amount)}</span>,
    amount: true,
  },
];

export function TransactionsTab() {
  const list = useTransactions();
  const { data, isPending, isLoadingError, refetch } = list;
  return (
    <ListState
      isPending={isPending}
      isError={isLoadingError}
      isEmpty={data?.length === 0}
      empty={{ title: 'No transactions yet', line: 'Purchases and spending will appear here.' }}
      retry={refetch}
    >
      <Stack gap={4}>
        <DataTable label="Transactions" columns={COLUMNS} rows={data ?? []} keyOf={({ id }) => id} />
        <ShowMore list={list} />
      </Stack>
    </ListState>
  );
}
