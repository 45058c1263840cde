import type { Batch, PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { batchWatch } from './batch-watch';
import { batchKeys, cachedBatches } from './queries';

/** How far a batch is comes with the message; only what else has changed is asked for. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'batchesChanged') return;
  const known = new Map(cachedBatches(queryClient).map((batch) => [batch.id, batch]));
  const told = new Map(message.batches.map(({ id, progress }) => [id, progress]));
  queryClient.setQueryData<Batch[]>(batchKeys.list, (list) =>
    list?.map((batch) => ({ ...batch, ...told.get(batch.id) })),
  );
  const hasMore = message.batches.some(({ id, progress }) => {
    const before = known.get(id);
    return before?.status !== progress.status || before.isOver !== progress.isOver || before.failed !== progress.failed;
  });
  const look = () => message.batches.forEach(({ id }) => batchWatch(queryClient).look(id));
  if (hasMore) void queryClient.invalidateQueries({ queryKey: batchKeys.list }).then(look);
  else look();
}
