import type { AccessEntry } from '@storyreel/contracts';
import { useAccessEntries } from './api';
import { personOf } from './words';
import { readable } from '../zaps/format';
import { type Column, DataTable, ListState, Moment, Stack } from '../../ui';
import { MoreRows } from './MoreRows';

const details = ({ detail }: AccessEntry): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

const COLUMNS: Column<AccessEntry>[] = [
  {
    head: 'When',
    cell: ({ at, reader }) => (
      <>
        <Moment at={at} />
        <small className="narrow">by {personOf(reader)}</small>
      </>
    ),
    quiet: true,
  },
  { head: 'Who', cell: ({ reader }) => personOf(reader), only: 'wide' },
  {
    head: 'Viewed',
    cell: (entry) => (
      <>
        {readable(entry.what)}
        {entry.owner && <small className="narrow">of {personOf(entry.owner)}</small>}
        <small>{details(entry)}</small>
      </>
    ),
  },
  { head: 'Whose', cell: ({ owner }) => (owner ? personOf(owner) : 'Many people'), only: 'wide' },
];

/** Accesses to other users' records, newest first. */
export function AccessView() {
  const list = useAccessEntries();
  return (
    <ListState
      level={2}
      what="the list"
      drawing="compass"
      isPending={list.isPending}
      isError={list.isLoadingError}
      isEmpty={list.data?.length === 0}
      empty={{ title: 'No records viewed yet', line: 'Everyone who views other people’s records is listed here.' }}
      retry={list.refetch}
    >
      <Stack gap={3}>
        <DataTable label="Access" columns={COLUMNS} rows={list.data ?? []} keyOf={({ id }) => id} />
        <MoreRows shown={list.data?.length ?? 0} one="entry" many="entries" list={list} />
      </Stack>
    </ListState>
  );
}
