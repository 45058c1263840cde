import type { FailedRunRow, Period } from '@storyreel/contracts';
import { type Column, DataTable, Skeleton, Stack, TitledCard, Unreadable } from '../../ui';
import { formatUsd, formatZaps, readable, zapsInWords } from '../zaps/format';
import { useFailedRuns } from './api';

/** Returns the zaps still held: those neither returned nor charged. */
const openZaps = ({ reserved, released, charged }: Pick<FailedRunRow, 'reserved' | 'released' | 'charged'>): string => {
  const parts = [
    charged > 0 && `${formatZaps(charged)} charged`,
    reserved - released - charged > 0 && `${formatZaps(reserved - released - charged)} still held`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'all released';
};

const COLUMNS: Column<FailedRunRow>[] = [
  { head: 'Month', cell: ({ month }) => month, quiet: true },
  {
    head: 'Error',
    cell: ({ kind, model, error }) => (
      <>
        {error || 'No error was given'}
        <small>{[readable(kind), model].filter(Boolean).join(' · ')}</small>
      </>
    ),
  },
  { head: 'Runs', cell: ({ runs }) => runs, amount: true },
  {
    head: 'Zaps',
    cell: (row) => (
      <>
        {formatZaps(row.reserved)}
        <small>{openZaps(row)}</small>
      </>
    ),
    amount: true,
    only: 'wide',
  },
  {
    head: 'Billed',
    cell: ({ billedUsd, billedRuns }) => (billedRuns === 0 ? '–' : formatUsd(billedUsd)),
    amount: true,
  },
];

/** Lists failed runs by month, model and error, with what became of their zaps and what providers billed for them. */
export function FailedRunsCard({ period }: { period: Period }) {
  const { data, isError, refetch } = useFailedRuns(period);
  return (
    <TitledCard title="Failed runs">
      {isError && !data ? (
        <Unreadable level={3} what="the failed runs" retry={refetch} />
      ) : !data ? (
        <Stack gap={2} aria-busy="true">
          <Skeleton height="120px" />
        </Stack>
      ) : data.rows.length === 0 ? (
        <p>Nothing failed in this period.</p>
      ) : (
        <Stack gap={3}>
          <p>
            {data.totals.runs === 1 ? '1 run' : `${data.totals.runs} runs`} with {zapsInWords(data.totals.reserved)},{' '}
            {openZaps(data.totals)}. Providers billed {formatUsd(data.totals.billedUsd)} for {data.totals.billedRuns} of
            them.
          </p>
          <DataTable
            label="Failed runs"
            columns={COLUMNS}
            rows={data.rows}
            keyOf={({ month, kind, model, error }) => [month, kind, model, error].join('/')}
          />
        </Stack>
      )}
    </TitledCard>
  );
}
