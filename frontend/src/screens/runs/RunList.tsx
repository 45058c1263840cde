import { Link } from '@tanstack/react-router';
import type { Run } from '@storyreel/contracts';
import { DataTable, Moment, Quiet } from '../../domains/runs/parts';
import { type RunFilters, useRuns } from '../../domains/runs/queries';
import { kindWord, lasted, STATE_TONES, STATE_WORDS } from '../../domains/runs/words';
import { formatZaps } from '../../domains/zaps/format';
import { Badge, Button, EmptyState, Skeleton, Stack, Unreadable } from '../../ui';

const HEADS = ['Requested', 'State', 'Kind', 'Creator', 'Project', 'Provider and model', 'Took', 'Zaps', 'Error'];

/** Newest first. A row's first cell opens it. */
export function RunList({ filters }: { filters: RunFilters }) {
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRuns(filters);
  if (isPending) return <Skeleton height="480px" />;
  if (isError) return <Unreadable what="the runs" retry={refetch} />;
  if (data.length === 0) {
    return <EmptyState drawing="compass" title="No runs" line="No runs match these filters." />;
  }
  return (
    <Stack gap={4}>
      <DataTable label="Runs" heads={HEADS}>
        {data.map((run) => (
          <RunLine key={run.id} run={run} />
        ))}
      </DataTable>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load More
        </Button>
      )}
    </Stack>
  );
}

function RunLine({ run }: { run: Run }) {
  return (
    <tr>
      <td>
        <Link to="/runs" search={(search) => ({ ...search, run: run.id })}>
          <Moment at={run.requestedAt} />
        </Link>
      </td>
      <td>
        <Badge tone={STATE_TONES[run.state]}>{STATE_WORDS[run.state]}</Badge>
      </td>
      <td>
        {kindWord(run.kind)} {run.trial && <Quiet>{run.kept ? '(kept trial)' : '(trial)'}</Quiet>}
      </td>
      <td>{run.user.email ?? run.user.id}</td>
      <td>{run.project?.title ?? '–'}</td>
      <td>
        {run.provider ?? '–'} <Quiet>{run.model}</Quiet>
      </td>
      <td>{lasted(run)}</td>
      <td>{formatZaps(run.zaps)}</td>
      <td>{run.error ?? '–'}</td>
    </tr>
  );
}
