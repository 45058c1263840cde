import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountEvent } from '../../accounts/account';
import type { ChatEvent } from '../../chat/domain/events';
import { allAggregates, allViews } from '../../composition';
import { kinds } from '../../generation/kinds';
import { type Aggregate, categoryOf, foldContextOf, idOfStream } from '../../platform/domain/aggregate';
import type { DomainEvent, RecordedEvent } from '../../platform/domain/domain-event';
import { toPosition } from '../../platform/event-store/position';
import type { AnyView } from '../../platform/views/view';
import { JOB_STEPS } from '../../storyboard';
import type { ProjectEventType } from '../../storyboard/domain/events';
import type { ProjectsReordered } from '../../storyboard/domain/dashboard-order';
import type { TemplateEvent } from '../../social/domain/content-template';
import type { PostEvent } from '../../social/domain/post-events';
import type { SocialAccountEvent } from '../../social/domain/social-accounts';
import type { TextWorkEvent } from '../../story-ai/domain/text-work';
import type { StyleEvent } from '../../styles/style';
import type { WalletEvent } from '../../zaps/domain/ledger-entry';
import { verifyWallet } from '../../zaps/domain/verify-wallet';

type EventType =
  | ProjectEventType
  | (
      | AccountEvent
      | ChatEvent
      | PostEvent
      | ProjectsReordered
      | SocialAccountEvent
      | StyleEvent
      | TemplateEvent
      | TextWorkEvent
      | WalletEvent
    )['type'];

/** Each type that is ever appended, with the newest schema version that was stored. A type left out does not compile. */
const STORED: Record<EventType, number> = {
  AccountRegistered: 1,
  AllScenesDeleted: 1,
  AllScenesRestored: 1,
  ChatCleared: 1,
  ChatMessageDeleted: 1,
  ChatMessagePosted: 1,
  ChatReplyCompleted: 1,
  ChatReplyFailed: 1,
  ChatReplyGrew: 1,
  ChatReplyRetried: 1,
  ChatReplyStarted: 1,
  ChatReplyStopped: 1,
  ImageAdded: 1,
  ImageJobAccepted: 1,
  ImageJobCompleted: 1,
  ImageJobFailed: 1,
  ImageJobQueued: 1,
  ImageJobStarted: 1,
  ImageRemoved: 1,
  ImageSlotsFailed: 1,
  ImageSlotsRemoved: 1,
  MainImageChosen: 1,
  MainVideoChosen: 1,
  PostCreated: 1,
  PostDeleted: 1,
  PostEdited: 1,
  PostFailed: 1,
  PostMissed: 1,
  PostPublishRequested: 1,
  PostPublishStarted: 1,
  PostPublishUnknown: 1,
  PostPublished: 1,
  PostRescheduled: 1,
  PostRestored: 1,
  PostScheduleCancelled: 1,
  ProcessingVideoReplaced: 1,
  ProjectCreated: 1,
  ProjectDeleted: 1,
  ProjectEdited: 1,
  ProjectRestored: 1,
  ProjectsReordered: 1,
  SceneAdded: 1,
  SceneDeleted: 1,
  SceneDescribed: 1,
  SceneEdited: 1,
  ScenePromptWritten: 1,
  SceneReordered: 1,
  SceneRestored: 1,
  ScenesReplaced: 1,
  SocialAccountConnected: 1,
  SocialAccountDeactivated: 1,
  SocialAccountRemoved: 1,
  StyleAdded: 1,
  StyleDeleted: 1,
  StyleRestored: 1,
  StyleUpdated: 1,
  TemplateDeleted: 1,
  TemplateRestored: 1,
  TemplateSaved: 1,
  TextAnswered: 1,
  TextAsked: 1,
  TextFailed: 1,
  VideoAdded: 1,
  VideoJobAccepted: 1,
  VideoJobCompleted: 1,
  VideoJobFailed: 1,
  VideoJobQueued: 1,
  VideoJobStarted: 1,
  VideoRemoved: 1,
  ZapsGranted: 1,
  ZapsPurchased: 1,
  ZapsReleased: 1,
  ZapsReserved: 1,
  ZapsSettled: 1,
};

/** Kept from logs that servers wrote: whole streams, in the order in which they happened. Lines are added, not changed. */
const events = readFileSync(join(__dirname, 'events-1.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const stored = JSON.parse(line) as Omit<RecordedEvent, 'revision' | 'position'> &
      Record<'revision' | 'position', number>;
    return { ...stored, revision: BigInt(stored.revision), position: toPosition(BigInt(stored.position)) };
  });
const byStream = new Map<string, RecordedEvent[]>();
for (const event of events) byStream.set(event.streamId, [...(byStream.get(event.streamId) ?? []), event]);

describe('events that were stored before', () => {
  it('are of every type and version', () => {
    const found = events.map(({ type, metadata }) => `${type} ${metadata.schemaVersion}`);
    expect([...new Set(found)].sort()).toEqual(
      Object.entries(STORED)
        .map(([type, version]) => `${type} ${version}`)
        .sort(),
    );
  });

  it.each(kinds.map(({ kind }) => [kind.name, kind] as const))('are also those of each kind: %s', (_, kind) => {
    expect(Object.keys(STORED)).toEqual(expect.arrayContaining(JOB_STEPS.map((step) => kind.type(step))));
  });

  it.each(
    allAggregates.map((aggregate) => [aggregate.category, aggregate as Aggregate<unknown, DomainEvent>] as const),
  )('still make the states of %s', (category, { initial, evolve }) => {
    const streams = [...byStream].filter(([streamId]) => categoryOf(streamId) === category);
    expect(streams).not.toEqual([]);
    const states = streams.map(([streamId, stored]) => [
      streamId,
      stored.reduce((state, event) => evolve(state, event, foldContextOf(event)), initial),
    ]);
    expect(Object.fromEntries(states)).toMatchSnapshot();
  });

  it.each(allViews.map((view) => [view.name, view] as const))('still make the rows of %s', (_, view) => {
    const rows = rowsOf(view);
    expect(rows.size).toBeGreaterThan(0);
    expect(Object.fromEntries(rows)).toMatchSnapshot();
  });

  it.each(allViews.map((view) => [view.name, view] as const))('have a value for each column of %s', (_, view) => {
    const required = Object.entries(view.columns).filter(([, { nullable }]) => !nullable);
    const lacking = [...rowsOf(view).values()].flatMap((row) =>
      required.filter(([property]) => (Reflect.get(row, property) ?? null) === null),
    );
    expect(lacking.map(([property]) => property)).toEqual([]);
  });

  it('still prove the ledgers', () => {
    for (const [streamId, stored] of byStream) {
      if (categoryOf(streamId) !== 'wallet') continue;
      expect(verifyWallet(idOfStream(streamId), stored)).toMatchObject({ bad: null, entries: stored.length });
    }
  });
});

function rowsOf(view: AnyView): Map<string, object> {
  const rows = new Map<string, object>();
  for (const event of events.filter(({ type }) => view.types.includes(type))) {
    for (const key of view.keys(event)) {
      const row = view.evolve(rows.get(key) ?? null, event, key);
      if (row) rows.set(key, row);
      else rows.delete(key);
    }
  }
  return rows;
}
