import { Link } from '@tanstack/react-router';
import type { RunErrorGroup } from '@storyreel/contracts';
import { type Column, DataTable, ListState, Moment } from '../../ui';
import { type RunFilters, useRunErrors } from './api';
import { kindWord } from './words';

const COLUMNS: Column<RunErrorGroup>[] = [
  {
    head: 'Error',
    cell: ({ pattern, kinds, lastAt }) => (
      <>
        <Link to="/runs" search={{ errorGroup: pattern }}>
          {pattern}
        </Link>
        <small>{kinds.map(kindWord).join(', ')}</small>
        <small className="narrow">
          Last <Moment at={lastAt} />
        </small>
      </>
    ),
  },
  { head: 'Runs', cell: ({ runs }) => runs, amount: true },
  { head: 'People', cell: ({ people }) => people, amount: true, only: 'wide' },
  { head: 'First', cell: ({ firstAt }) => <Moment at={firstAt} />, only: 'wide', quiet: true },
  {
    head: 'Last',
    cell: ({ lastAt, newestRunId }) => (
      <Link to="/runs" search={{ run: newestRunId }}>
        <Moment at={lastAt} />
      </Link>
    ),
    only: 'wide',
  },
];

/** Shows failed runs grouped by their errors; numbers and ids in an error's text are ignored. */
export function ErrorGroups({ filters }: { filters: RunFilters }) {
  const { data, isPending, isError, refetch } = useRunErrors(filters);
  return (
    <ListState
      level={2}
      what="the errors"
      isPending={isPending}
      isError={isError && !data}
      isEmpty={data?.length === 0}
      empty={{ title: 'No errors', line: 'Runs that fail will be grouped here by their error.' }}
      retry={refetch}
    >
      <DataTable label="Errors" columns={COLUMNS} rows={data ?? []} keyOf={({ pattern }) => pattern} />
    </ListState>
  );
}
