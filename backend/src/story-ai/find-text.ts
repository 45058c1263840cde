import type { AggregateStore } from '../platform/commands/aggregate-store';
import { textWorkAggregate } from './domain/text-work';

/** Whether the work paid for by a hold has its answer. */
export async function findTextByHold(store: AggregateStore, workId: string, holdId: string): Promise<boolean> {
  const { requests } = await store.load(textWorkAggregate, workId);
  return Object.values(requests).some((request) => request.holdId === holdId && request.status === 'answered');
}
