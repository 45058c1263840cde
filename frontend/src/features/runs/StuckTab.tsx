import styled from '@emotion/styled';
import type { StuckKind, StuckWork } from '@storyreel/contracts';
import { useState } from 'react';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  mobile,
  Moment,
  Row,
  ShowMore,
  Skeleton,
  space,
  Stack,
  tokens,
  Unreadable,
  VisuallyHidden,
} from '../../ui';
import { useRetryAllStuck, useRetryStuck, useStuck } from './stuck';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  & th,
  & td {
    padding: ${space(2.5)} ${space(3)};
    border-bottom: 1px solid ${tokens.line};
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  & thead th {
    color: ${tokens.text3};
    font-size: ${tokens.caption};
    font-weight: 550;
    white-space: nowrap;
  }
  & tbody tr:last-of-type td {
    border-bottom: 0;
  }
  & .fixed {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  /* As wide as an ID. */
  & .what {
    min-width: 310px;
  }
  & .quiet {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
  }
  & summary {
    cursor: pointer;
  }
  & pre {
    margin: ${space(2)} 0 0;
    max-height: 320px;
    overflow: auto;
    font-size: ${tokens.caption};
    white-space: pre-wrap;
  }
  ${mobile} {
    & thead {
      display: none;
    }
    & tr {
      display: block;
      padding: ${space(2)} 0;
      border-bottom: 1px solid ${tokens.line};
    }
    & td {
      display: block;
      padding: ${space(1)} ${space(3)};
      border-bottom: 0;
    }
    & .what {
      min-width: 0;
    }
  }
`;
const Frame = styled.div`
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;

const KINDS: Record<StuckKind, string> = { reaction: 'Event', row: 'Row', view: 'View', job: 'Job' };
const WAITS: Record<StuckKind, string> = {
  reaction: '',
  job: '',
  row: 'Rebuild the view with the tool views --switch',
  view: 'Resumes once a release can read the event',
};

function StuckTable({ items }: { items: readonly StuckWork[] }) {
  return (
    <Frame>
      <Table aria-label="Stuck work">
        <thead>
          <tr>
            {['Kind', 'What', 'Reason', 'Attempts', 'Since', 'Action'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <StuckEntry key={`${item.kind}/${item.id}`} item={item} />
          ))}
        </tbody>
      </Table>
    </Frame>
  );
}

function StuckEntry({ item }: { item: StuckWork }) {
  const { kind, name, subject, events, eventId, reason, attempts, since, retryable } = item;
  const retry = useRetryStuck();
  const action = kind === 'job' ? 'Requeue' : 'Retry';
  return (
    <tr>
      <td className="fixed">{KINDS[kind]}</td>
      <td className="what">
        {name}
        <div className="quiet">
          {subject}
          {events > 1 && ` · ${events} events`}
        </div>
        {eventId !== null && <div className="quiet">Event {eventId}</div>}
      </td>
      <td>
        <Reason text={reason} />
      </td>
      <td className="fixed">{attempts === 1 ? 'Once' : `${attempts} times`}</td>
      <td className="fixed">
        <Moment at={since} />
      </td>
      <td>
        {retryable ? (
          <Button
            size="small"
            loading={retry.isPending}
            aria-label={`${action} ${name} ${subject}`}
            onClick={() => retry.mutate(item)}
          >
            {action}
          </Button>
        ) : (
          <span className="quiet">{WAITS[kind]}</span>
        )}
      </td>
    </tr>
  );
}

const LONG = 120;

/** Shows the first line of a reason, which expands to the full text. */
function Reason({ text }: { text: string }) {
  const [line = ''] = text.split('\n', 1);
  if (line === text && text.length <= LONG) return <>{text}</>;
  return (
    <details>
      <summary>{line.length > LONG ? `${line.slice(0, LONG)}…` : line}</summary>
      {/* The text scrolls, so it must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label="Full reason" role="region">
        {text}
      </pre>
    </details>
  );
}

const ROWS = 5;

/** Lists work that projections, reactors and jobs gave up and that needs manual handling. */
export function StuckTab() {
  const list = useStuck();
  const { data, isPending, isError, refetch, hasNextPage } = list;
  if (isPending) {
    return (
      <Stack gap={2} role="status" aria-busy="true">
        <VisuallyHidden>Loading</VisuallyHidden>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} height="56px" radius={tokens.radius} />
        ))}
      </Stack>
    );
  }
  if (isError && !data) return <Unreadable what="stuck work" retry={refetch} />;
  if (data.length === 0) {
    return <EmptyState title="Nothing is stuck." line="Events, rows and jobs that fail will appear here." />;
  }
  const retryable = data.filter((item) => item.retryable);
  return (
    <Stack gap={4}>
      <Row gap={3}>
        <span>{`${data.length}${hasNextPage ? '+' : ''} stuck`}</span>
        {retryable.length > 0 && <RetryAll items={retryable} />}
      </Row>
      <StuckTable items={data} />
      <ShowMore list={list} />
    </Stack>
  );
}

function RetryAll({ items }: { items: Parameters<ReturnType<typeof useRetryAllStuck>['mutate']>[0] }) {
  const [open, setOpen] = useState(false);
  const retryAll = useRetryAllStuck();
  return (
    <>
      <Button onClick={() => setOpen(true)}>Retry All</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={items.length === 1 ? 'Retry 1 entry?' : `Retry ${items.length} entries?`}
        body="Events and rows are read again, and jobs get all their attempts again. Nothing is done or charged twice."
        confirmLabel="Retry All"
        pending={retryAll.isPending}
        onConfirm={() => retryAll.mutate(items, { onSettled: () => setOpen(false) })}
      />
    </>
  );
}
