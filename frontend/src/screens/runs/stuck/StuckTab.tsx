import { useState } from 'react';
import { useRetryAllStuck, useStuck } from '../../../domains/stuck/queries';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  Row,
  ShowMore,
  Skeleton,
  Stack,
  tokens,
  Unreadable,
  VisuallyHidden,
} from '../../../ui';
import { StuckTable } from './StuckTable';

const ROWS = 5;

/** What views, processes and jobs have left for people. */
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
