import { Link } from '@tanstack/react-router';
import { STUCK_FACTOR } from '@storyreel/contracts';
import type { Run } from '@storyreel/contracts';
import { personOf } from '../audit/words';
import { Moment, Quiet } from './RunParts';
import { type RunFilters, useRuns } from './api';
import { kindWord, runDuration, STATE_TONES, STATE_WORDS } from './words';
import { ZapAmount } from '../zaps/ZapAmount';
import { Badge, type Column, DataTable, EmptyState, ShowMore, Skeleton, Stack, Unreadable } from '../../ui';

/** Returns the error with which a run failed, or the last error of a run that has not ended. */
const errorOf = ({ error, progress }: Run): string | null => error ?? progress?.lastError ?? null;

const COLUMNS: Column<Run>[] = [
  {
    head: 'Requested',
    cell: (run) => (
      <>
        <Link to="/runs" search={(search) => ({ ...search, run: run.id })}>
          <Moment at={run.requestedAt} />
        </Link>
        <small className="narrow">{[kindWord(run.kind), run.project?.title].filter(Boolean).join(' · ')}</small>
        <small className="narrow">{personOf(run.user)}</small>
      </>
    ),
  },
  {
    head: 'State',
    cell: (run) => (
      <>
        <Badge tone={STATE_TONES[run.state]}>{STATE_WORDS[run.state]}</Badge>
        {run.attempts > 1 && <small>Attempt {run.attempts}</small>}
        {errorOf(run) !== null && <small className="narrow">{errorOf(run)}</small>}
      </>
    ),
  },
  {
    head: 'Kind',
    cell: ({ kind, trial, kept }) => (
      <>
        {kindWord(kind)} {trial && <Quiet>{kept ? '(kept trial)' : '(trial)'}</Quiet>}
      </>
    ),
    only: 'wide',
  },
  { head: 'Creator', cell: ({ user }) => personOf(user), only: 'wide' },
  { head: 'Project', cell: ({ project }) => project?.title ?? '–', only: 'wide' },
  {
    head: 'Provider and model',
    cell: ({ provider, model }) => (
      <>
        {provider ?? '–'} <Quiet>{model}</Quiet>
      </>
    ),
    only: 'wide',
  },
  { head: 'Took', cell: runDuration, amount: true, only: 'wide' },
  { head: 'Zaps', cell: ({ zaps }) => <ZapAmount zaps={zaps} />, amount: true },
  { head: 'Error', cell: (run) => errorOf(run) ?? '–', only: 'wide' },
];

/** Lists runs, newest first. The first cell of a row opens the run. */
export function RunList({ filters }: { filters: RunFilters }) {
  const list = useRuns(filters);
  const { data, isPending, isError, refetch } = list;
  if (isPending) return <Skeleton height="480px" />;
  if (isError && !data) return <Unreadable what="the runs" retry={refetch} />;
  if (data.length === 0) {
    return <EmptyState drawing="compass" title="No runs" line="No runs match these filters." />;
  }
  return (
    <Stack gap={4}>
      <DataTable label="Runs" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
      <ShowMore list={list} />
    </Stack>
  );
}

/** Lists runs in progress that take far longer than is usual for their kind; renders nothing when there are none. */
export function LateRuns() {
  const list = useRuns({ late: 'true' });
  const { data, isError, refetch } = list;
  if (isError && !data) return <Unreadable what="the late runs" retry={refetch} />;
  if (!data || data.length === 0) return null;
  return (
    <Stack gap={3} as="section" aria-label="Late runs">
      <h2>Late runs</h2>
      <p>{`They take more than ${STUCK_FACTOR} times as long as usual. Open one to see why, or to cancel it.`}</p>
      <DataTable label="Late runs" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
      <ShowMore list={list} />
    </Stack>
  );
}
