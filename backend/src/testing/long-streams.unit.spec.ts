import { batchAggregate } from '../batches/domain/batch';
import { chatAggregate } from '../writing/chat/chat';
import type { Aggregate, FoldContext } from '../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../eventsourcing/domain/domain-event';
import { OwnedValue } from '../eventsourcing/domain/aggregate';
import { projectAggregate } from '../projects/storyboard';
import { NOW, OWNER } from './given-when-then';
import { created, imageJobQueued, scene, sceneId } from './project-fixtures';

/** A chain of events, each of which changes one entry of a collection that grows with the stream. */
interface Chain {
  aggregate: Aggregate<unknown, DomainEvent>;
  collection: string;
  events: DomainEvent[];
}

const chain = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  collection: keyof State & string,
  events: Event[],
): Chain => ({ aggregate, collection, events });

const asked = { attemptId: 'a', requestHash: 'hash', projectId: null, content: 'Who is Ada?' };
const told = { projectId: 'p', progress: {} };
const CHAINS = [
  chain(projectAggregate, 'scenes', [
    created([scene(1), scene(2)]),
    { type: 'SceneEdited', data: { sceneId: sceneId(1), changes: { title: 'One' } } },
    { type: 'SceneReordered', data: { orders: [{ sceneId: sceneId(2), order: 5 }] } },
    { type: 'SceneAdded', data: { scene: scene(3) } },
    { type: 'AllScenesDeleted', data: { sceneIds: [sceneId(1)] } },
  ]),
  chain(projectAggregate, 'jobs', [
    created([scene(1)]),
    imageJobQueued(1, 'first', ['a']),
    { type: 'ImageJobStarted', data: { jobId: 'first', sceneId: sceneId(1), provider: 'sandbox' } },
    { type: 'ImageJobFailed', data: { jobId: 'first', sceneId: sceneId(1), error: 'Too dark.' } },
    imageJobQueued(1, 'second', ['b']),
  ]),
  chain(chatAggregate, 'messages', [
    { type: 'ChatMessagePosted', data: { ...asked, messageId: 'm1', replyId: 'r1', holdId: 'h1' } },
    { type: 'ChatReplyFailed', data: { replyId: 'r1' } },
    { type: 'ChatReplyRetried', data: { ...asked, replyId: 'r1', holdId: 'h2' } },
  ] as unknown as Parameters<typeof chatAggregate.evolve>[1][]),
  chain(batchAggregate, 'scenes', [
    { type: 'BatchStarted', data: { ...told, sceneIds: ['one', 'two'], leftOut: [] } },
    { type: 'BatchSceneStarted', data: { ...told, sceneId: 'one', attempt: 1, workId: 'w' } },
    { type: 'BatchSceneEnded', data: { ...told, sceneId: 'one', outcome: 'made', error: null, units: 1 } },
  ] as unknown as Parameters<typeof batchAggregate.evolve>[1][]),
];

describe.each(CHAINS)('the $collection of a $aggregate.category', ({ aggregate, collection, events }) => {
  it('are copied once by a read of the stream, not for every event', () => {
    const unshared = new OwnedValue();
    const seen = new Set<unknown>();
    let state = aggregate.initial;
    for (const [revision, event] of events.entries()) {
      const context: FoldContext = { at: NOW, ownerId: OWNER, commandId: 'c', revision: BigInt(revision), unshared };
      state = aggregate.evolve(state, event, context);
      seen.add((state as Record<string, unknown>)[collection]);
    }
    // A fold may yield the initial collection, and one more that this read has made.
    seen.delete((aggregate.initial as Record<string, unknown>)[collection]);
    expect(seen.size).toBeLessThanOrEqual(2);
    expect(seen.size).toBeLessThan(events.length);
  });
});
