import { NOW, OWNER } from '../../testing/given-when-then';
import { foldTwice, recorded } from '../../testing/view-spec';
import { batchAggregate } from '../domain/batch';
import type { BatchAsked, BatchEvent, BatchState } from '../domain/batch';
import { decideCancelBatch, decideStartBatch } from '../domain/batch-commands';
import { decideEndScene, workIdOf } from '../domain/advance-batch';
import { batchListView, MAX_PROBLEMS, presentRow, presentState } from './batch-list.view';

const BATCH = '33333333-3333-4333-8333-333333333333';
const PROJECT = '22222222-2222-4222-8222-222222222222';
const sceneIds = Array.from({ length: 60 }, (_, n) => `scene-${n}`);
const data: BatchAsked = {
  projectId: PROJECT,
  kind: 'images',
  sceneIds,
  leftOut: [],
  clips: null,
  atOnce: 3,
  units: 0,
  requestHash: 'hash',
};
const environment = { now: NOW, ownerId: OWNER, nextId: () => 'id' };

/** All events of a batch in which every scene fails with a long message, except the last two, which are cancelled. */
function course(): { events: BatchEvent[]; state: BatchState } {
  const events: BatchEvent[] = [];
  let state = batchAggregate.initial;
  const take = (made: BatchEvent[]): void => {
    for (const event of made) {
      const context = { at: NOW, ownerId: OWNER, revision: BigInt(events.length), commandId: 'command' };
      state = batchAggregate.evolve(state, event, context);
      events.push(event);
    }
  };
  const failed = { outcome: 'failed', error: 'dark '.repeat(500), units: 0 } as const;
  take(decideStartBatch({ aggregateId: BATCH, data }, state, environment));
  for (const sceneId of sceneIds.slice(0, 55)) {
    const of = { sceneId, attempt: 1, workId: workIdOf(BATCH, sceneId, 1) };
    take(decideEndScene(BATCH, state, environment, of, failed));
  }
  take(decideCancelBatch({ aggregateId: BATCH }, state, environment));
  return { events, state };
}

describe('the row of a batch', () => {
  const { events, state } = course();
  const rows = foldTwice(
    batchListView,
    events.map((event, index) => recorded(event, index, { streamId: `batch-${BATCH}` })),
  );
  const row = rows.get(BATCH);

  it('equals the state of the batch', () => {
    expect(row && presentRow(row, 'Title')).toEqual(presentState(BATCH, state, 'Title'));
  });

  it('stays small, however many scenes fail', () => {
    expect(row?.problems).toHaveLength(MAX_PROBLEMS);
    expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThan(16_000);
  });
});
