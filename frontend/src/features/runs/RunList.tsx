import { Link } from '@tanstack/react-router';
import type { Run } from '@storyreel/contracts';
import { personOf } from '../audit/words';
import { Moment, Quiet } from './RunParts';
import { type RunFilters, useRuns } from './api';
import { kindWord, runDuration, STATE_TONES, STATE_WORDS } from './words';
import { formatZaps } from '../zaps/format';
import { Badge, type Column, DataTable, EmptyState, ShowMore, Skeleton, Stack, Unreadable } from '../../ui';

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
    cell: ({ state, error }) => (
      <>
        <Badge tone={STATE_TONES[state]}>{STATE_WORDS[state]}</Badge>
        {error !== null && <small className="narrow">{error}</small>}
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
  { head: 'Zaps', cell: ({ zaps }) => formatZaps(zaps), amount: true },
  { head: 'Error', cell: ({ error }) => error ?? '–', only: 'wide' },
];

/** Newest first. A row's first cell opens it. */
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
