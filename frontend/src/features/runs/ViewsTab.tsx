import type { SystemView } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { lazyList } from '../../platform/lazy/lazy-schema';
import {
  Badge,
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  ListState,
  Moment,
  Progress,
  tellFailure,
  useCommand,
} from '../../ui';
import { formatCount } from '../zaps/format';

const KEY = ['/api/runs/views'] as const;
const POLL_MS = 1_000;
const isRunning = ({ rebuild }: SystemView): boolean => rebuild?.state === 'running';

/** Reads the views, sorted by name; polled while any view is being rebuilt. */
const useViews = () =>
  useQuery({
    queryKey: KEY,
    queryFn: getQueryFn(lazyList('systemViewSchema')),
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: SystemView[] | undefined } }) =>
      state.data?.some(isRunning) ? POLL_MS : false,
  });

const useRebuild = () =>
  useCommand({
    run: (name: string) =>
      apiRequest('POST', `${KEY[0]}/${encodeURIComponent(name)}/rebuild`, undefined, {
        schema: lazyList('systemViewSchema'),
      }),
    onDone: (queryClient, views) => queryClient.setQueryData(KEY, views),
    failure: (error) => tellFailure("Couldn't rebuild it", reasonOf(error)),
  });

function LastRebuild({ view: { rebuild } }: { view: SystemView }) {
  if (!rebuild) return <span>Never</span>;
  const { state, share, endedAt, startedAt, rows, different, keys, error } = rebuild;
  if (state === 'running') return <Progress value={share} label="Reading the log" />;
  if (state === 'cut_off') return <span>Interrupted: its node stopped. The view is unchanged.</span>;
  if (state === 'failed') return <span>Failed, the view is unchanged: {error}</span>;
  return (
    <>
      <Moment at={endedAt ?? startedAt} />
      <small>
        {formatCount(rows ?? 0)} rows, {different === 0 ? 'none differed' : `${formatCount(different ?? 0)} differed`}
        {keys.length > 0 && `: ${keys.join(', ')}`}
      </small>
    </>
  );
}

function RebuildButton({ view }: { view: SystemView }) {
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useRebuild();
  return (
    <>
      <Button
        size="small"
        disabled={isRunning(view)}
        aria-label={`Rebuild ${view.name}…`}
        onClick={() => setOpen(true)}
      >
        Rebuild…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Rebuild ${view.name}?`}
        body="It is built from the whole log beside the live one, and then takes its place. Screens keep working meanwhile. The rebuild is recorded under your name."
        confirmLabel="Rebuild"
        pending={isPending}
        onConfirm={() => mutate(view.name, { onSettled: () => setOpen(false) })}
      />
    </>
  );
}

/** Shows a view's name, which wraps only at underscores and not within a word. */
const ViewName = ({ name }: { name: string }) =>
  name.split('_').map((word, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <>
          _<wbr />
        </>
      )}
      {word}
    </Fragment>
  ));

const COLUMNS: Column<SystemView>[] = [
  {
    head: 'View',
    cell: ({ name, version, stopped }) => (
      <>
        <ViewName name={name} /> {stopped !== null && <Badge tone="danger">Stopped</Badge>}
        <small>{stopped ?? `Version ${version}`}</small>
      </>
    ),
  },
  { head: 'Last rebuild', cell: (view) => <LastRebuild view={view} /> },
  { head: 'Action', cell: (view) => <RebuildButton view={view} /> },
];

/** Lists all views of the log; each of them can be rebuilt. */
export function ViewsTab() {
  const { data, isPending, isLoadingError, refetch } = useViews();
  return (
    <ListState
      level={2}
      what="the views"
      isPending={isPending}
      isError={isLoadingError}
      isEmpty={data?.length === 0}
      empty={{ title: 'No views', line: 'Views of the log are listed here.' }}
      retry={refetch}
    >
      <DataTable label="Views" columns={COLUMNS} rows={data ?? []} keyOf={({ name }) => name} />
    </ListState>
  );
}
