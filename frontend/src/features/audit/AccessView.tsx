import type { AccessEntry, AuditUser } from '@storyreel/contracts';
import { COMMAND_LINE_ID } from '@storyreel/contracts';
import { addressOf } from '../../platform/cache/query-client';
import { apiList } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { useShownZone } from '../../platform/time/zone';
import { useAuditAddress } from './address';
import { auditKeys, useAccessEntries } from './api';
import { DownloadRows } from './DownloadRows';
import { boundsIn, FilterGrid, FilterInput, PeriodPicker, readPeriod } from './Filters';
import { personOf } from './words';
import { readable } from '../zaps/format';
import { Card, type Column, DataTable, ListState, Moment, Row, Stack } from '../../ui';
import { MoreRows } from './MoreRows';

const details = ({ detail }: AccessEntry): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

const readerOf = (reader: AuditUser): string => (reader.id === COMMAND_LINE_ID ? 'Command line' : personOf(reader));

const COLUMNS: Column<AccessEntry>[] = [
  {
    head: 'When',
    cell: ({ at, reader }) => (
      <>
        <Moment at={at} />
        <small className="narrow">by {readerOf(reader)}</small>
      </>
    ),
    quiet: true,
  },
  { head: 'Who', cell: ({ reader }) => readerOf(reader), only: 'wide' },
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

/** Lists accesses to other users' records, and changes of the roles that allow them, newest first. */
export function AccessView() {
  const { search, change } = useAuditAddress();
  const filter = { ...boundsIn(search, useShownZone()), person: search.user };
  const list = useAccessEntries(filter);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Stack gap={4}>
      <Card aria-label="Filter">
        <FilterGrid>
          <PeriodPicker period={readPeriod(search)} onChange={change} />
          <FilterInput
            label="Person"
            placeholder="Part of the e-mail address, or the ID"
            value={search.user}
            onCommit={(user) => change({ user })}
          />
        </FilterGrid>
      </Card>
      <ListState
        level={2}
        what="the list"
        drawing="compass"
        isPending={list.isPending}
        isError={list.isLoadingError}
        isEmpty={list.data?.length === 0}
        empty={
          isFiltered
            ? { title: 'No entries match', line: 'Choose a longer period, or another person.' }
            : { title: 'No records viewed yet', line: 'Everyone who views other people’s records is listed here.' }
        }
        retry={list.refetch}
      >
        <Stack gap={3}>
          <DataTable label="Access" columns={COLUMNS} rows={list.data ?? []} keyOf={({ id }) => id} />
          <Row gap={3}>
            <MoreRows shown={list.data?.length ?? 0} one="entry" many="entries" list={list} />
            <DownloadRows
              name="access"
              read={() => apiList(addressOf(auditKeys.access(filter)), { schema: lazySchema('accessEntrySchema') })}
            />
          </Row>
        </Stack>
      </ListState>
    </Stack>
  );
}
