import styled from '@emotion/styled';
import type { TailEvent } from '@storyreel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { lazyList } from '../../platform/lazy/lazy-schema';
import { Button, type Column, DataTable, ListState, Moment, Row, space, Stack, tokens } from '../../ui';
import { FilterGrid, FilterInput } from '../audit/Filters';

const TAIL = '/api/runs/tail';
const POLL_MS = 2_000;
/** Maximum number of events on screen; older ones are removed. */
const KEPT = 200;

/** Polls the log; each poll adds the events after the newest known one. */
function useTail(type: string, follows: boolean) {
  const queryClient = useQueryClient();
  const queryKey = [TAIL, { type: type || undefined }] as const;
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<TailEvent[]>(queryKey) ?? [];
      const after = known.at(-1)?.position;
      const later = await apiRequest('GET', addressOf([TAIL, { type: type || undefined, after }]), undefined, {
        schema: lazyList('tailEventSchema'),
        signal,
      });
      return [...known, ...later].slice(-KEPT);
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: follows ? POLL_MS : false,
  });
}

const Data = styled.details`
  max-width: 60ch;
  & summary {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & pre {
    margin: ${space(2)} 0 0;
    font-size: ${tokens.caption};
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`;

const StreamName = styled.small`
  overflow-wrap: anywhere;
`;

const COLUMNS: Column<TailEvent>[] = [
  { head: 'When', cell: ({ at }) => <Moment at={at} />, only: 'wide', quiet: true },
  {
    head: 'Event',
    cell: ({ type, stream, revision, data, at }) => (
      <>
        {type}
        <StreamName>{`${stream}@${revision}`}</StreamName>
        <small className="narrow">
          <Moment at={at} />
        </small>
        <Data>
          <summary>{data.slice(0, 100)}</summary>
          <pre>{data}</pre>
        </Data>
      </>
    ),
  },
  { head: 'By', cell: ({ actor }) => actor, only: 'wide', quiet: true },
  { head: 'Position', cell: ({ position }) => position, only: 'wide', quiet: true },
];

/** Shows the log as it grows, newest events first. Each reading of the log is itself recorded. */
export function TailTab() {
  const [type, setType] = useState('');
  const [follows, setFollows] = useState(true);
  const { data: events = [], isPending, isLoadingError, refetch } = useTail(type, follows);
  return (
    <Stack gap={4}>
      <FilterGrid>
        <FilterInput
          label="Event type"
          value={type}
          placeholder="ImageJobFailed"
          onCommit={(text) => setType(text ?? '')}
        />
      </FilterGrid>
      <Row gap={3}>
        <Button size="small" aria-pressed={follows} onClick={() => setFollows(!follows)}>
          {follows ? 'Pause' : 'Follow'}
        </Button>
        <small>{follows ? 'New events appear automatically.' : 'Paused.'}</small>
      </Row>
      <ListState
        level={2}
        what="the log"
        isPending={isPending}
        isError={isLoadingError}
        isEmpty={events.length === 0}
        empty={{ title: 'No events', line: 'New events will appear here.' }}
        retry={refetch}
      >
        <DataTable label="Events" columns={COLUMNS} rows={[...events].reverse()} keyOf={({ position }) => position} />
      </ListState>
    </Stack>
  );
}
