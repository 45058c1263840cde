import type { AuditHold } from '@storyreel/contracts';
import { AUDIT, useOpenHolds } from './api';
import { ageOf, personOf, projectName } from './words';
import { ZapAmount } from '../zaps/ZapAmount';
import { Badge, type Column, DataTable, ListState, Moment, Stack } from '../../ui';
import { EndWorkButton } from './EndWork';
import { ChargeLink } from './ChargeDialog';
import { MoreRows } from './MoreRows';

const COLUMNS: Column<AuditHold>[] = [
  {
    head: 'Age',
    cell: ({ ageSeconds, overdue }) => (
      <>
        {ageOf(ageSeconds)} {overdue && <Badge tone="danger">Past deadline</Badge>}
      </>
    ),
  },
  {
    head: 'Work',
    cell: ({ holdId, description, model, user }) => (
      <>
        <ChargeLink holdId={holdId}>{description}</ChargeLink>
        <small>{model}</small>
        <small className="narrow">{personOf(user)}</small>
      </>
    ),
  },
  { head: 'Person', cell: ({ user }) => personOf(user), only: 'wide' },
  { head: 'Project', cell: ({ project }) => project && projectName(project), only: 'wide', quiet: true },
  { head: 'Reserved', cell: ({ reservedAt }) => <Moment at={reservedAt} />, only: 'wide', quiet: true },
  { head: 'Deadline', cell: ({ deadline }) => <Moment at={deadline} />, only: 'wide', quiet: true },
  { head: 'Zaps', cell: ({ zaps }) => <ZapAmount zaps={zaps} />, amount: true },
  {
    head: 'Action',
    cell: ({ holdId, description }) => (
      <EndWorkButton
        of={`${AUDIT}/holds/${encodeURIComponent(holdId)}`}
        label="End Hold…"
        title={`End the hold for ${description}?`}
      />
    ),
  },
];

/** Lists open holds, which are zaps reserved for work in progress, oldest first. */
export function HoldsView() {
  const list = useOpenHolds();
  return (
    <ListState
      level={2}
      what="the open holds"
      isPending={list.isPending}
      isError={list.isLoadingError}
      isEmpty={list.data?.length === 0}
      empty={{ title: 'No open holds', line: 'Zaps that are reserved for work under way will be listed here.' }}
      retry={list.refetch}
    >
      <Stack gap={3}>
        <DataTable label="Open holds" columns={COLUMNS} rows={list.data ?? []} keyOf={({ holdId }) => holdId} />
        <MoreRows shown={list.data?.length ?? 0} one="open hold" many="open holds" first="oldest" list={list} />
      </Stack>
    </ListState>
  );
}
