import type { AccessEvent } from '../../accounts/access';
import type { AccountEvent } from '../../accounts/account';
import type { ArchiveEvent } from '../../delivery/archive/archive';
import type { LedgerHeadsSigned } from '../../ledger/proof/ledger-heads';
import type { ProviderReconciled } from '../../ledger/reconciliation/reconciliation';
import type { VerificationEvent } from '../../ledger/proof/verification';
import type { BatchAdmitted } from '../../batches/domain/batch-admission';
import type { BatchEvent } from '../../batches/domain/batch';
import type { ChatEvent } from '../../writing/chat/chat';
import { allAggregates } from '../../app/composition';
import { kinds } from '../../generation/kinds';
import { type Aggregate, categoryOf, foldContextOf, idOfStream } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent, RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { type Upcasters, versionOf } from '../../eventsourcing/domain/upcast';
import type { RefusalEvent } from '../../eventsourcing/refusals/refusals';
import type { PaymentEvent } from '../../money/payments';
import { JOB_STEPS } from '../../projects/storyboard';
import type { JobStep } from '../../projects/storyboard/domain/jobs';
import type { LibraryEvent } from '../../projects/cast/library';
import type { ProjectEventType } from '../../projects/storyboard/domain/events';
import type { ProjectsReordered } from '../../projects/storyboard/dashboard-order';
import type { TemplateEvent } from '../../publishing/domain/content-template';
import type { PostEvent } from '../../publishing/domain/post';
import type { SocialAccountEvent } from '../../publishing/domain/social-account';
import type { StoryEvent, TextWorkEvent } from '../../writing/story-ai/domain/text-work';
import type { StyleEvent } from '../../projects/styles/style';
import type { RefundRequestEvent } from '../../money/zaps/domain/refund-request';
import type { WalletEvent } from '../../money/zaps/domain/wallet-entry';
import { verifyWallet } from '../../money/zaps/domain/wallet-proof';
import { ACCEPT, countOf, expectKept, propertyLines } from './kept-summary';
import { linesOfGoldens, storedEvents } from './stored-events';

type EventType =
  | ProjectEventType
  | LibraryEvent['type']
  | `ImageTrialJob${JobStep}`
  | `VideoTrialJob${JobStep}`
  | `FilmJob${Exclude<JobStep, 'Accepted'>}`
  | (
      | AccessEvent
      | AccountEvent
      | ArchiveEvent
      | BatchAdmitted
      | BatchEvent
      | ChatEvent
      | RefusalEvent
      | LedgerHeadsSigned
      | PaymentEvent
      | PostEvent
      | ProjectsReordered
      | ProviderReconciled
      | RefundRequestEvent
      | SocialAccountEvent
      | StoryEvent
      | StyleEvent
      | TemplateEvent
      | TextWorkEvent
      | VerificationEvent
      | WalletEvent
    )['type'];

/** Every event type that is ever appended, with its newest stored schema version. A missing type does not compile. */
const STORED: Record<EventType, number> = {
  AccountEmailChanged: 1,
  AccountRegistered: 1,
  AccountRenamed: 1,
  AllScenesDeleted: 1,
  AllScenesRestored: 1,
  ArchiveFailed: 1,
  ArchivePrepared: 1,
  ArchiveProgressed: 1,
  ArchiveRequested: 1,
  BatchAdmitted: 1,
  BatchCancelled: 1,
  BatchChanged: 1,
  BatchEnded: 1,
  BatchPaused: 1,
  BatchResumed: 1,
  BatchRetried: 1,
  BatchSceneEnded: 1,
  BatchScenePutBack: 1,
  BatchSceneStarted: 1,
  BatchStarted: 1,
  CastSheetJobAccepted: 1,
  CastSheetJobCompleted: 1,
  CastSheetJobFailed: 1,
  CastSheetJobQueued: 1,
  CastSheetJobStarted: 1,
  CastChanged: 1,
  CastRestored: 1,
  ChatCleared: 1,
  ChatMessageDeleted: 1,
  ChatMessagePosted: 1,
  ChatReplyCompleted: 1,
  ChatReplyFailed: 1,
  ChatReplyGrew: 1,
  ChatReplyRetried: 1,
  ChatReplyStarted: 1,
  ChatReplyStopped: 1,
  CheckoutOpened: 1,
  CheckoutStarted: 1,
  CommandRefused: 1,
  DatesChosen: 1,
  FilmAdvanced: 1,
  FilmJobCompleted: 1,
  FilmJobFailed: 1,
  FilmJobQueued: 1,
  FilmJobStarted: 1,
  FilmRemoved: 1,
  FilmRestored: 1,
  ImageAdded: 1,
  ImageEditJobAccepted: 1,
  ImageEditJobCompleted: 1,
  ImageEditJobFailed: 1,
  ImageEditJobQueued: 1,
  ImageEditJobStarted: 1,
  ImageJobAccepted: 1,
  ImageJobCompleted: 1,
  ImageJobFailed: 1,
  ImageJobQueued: 1,
  ImageJobStarted: 1,
  ImageRemoved: 1,
  ImageSlotsFailed: 1,
  ImageSlotsRemoved: 1,
  ImageTrialJobAccepted: 1,
  ImageTrialJobCompleted: 1,
  ImageTrialJobFailed: 1,
  ImageTrialJobQueued: 1,
  ImageTrialJobStarted: 1,
  LedgerHeadsSigned: 1,
  LibraryMemberKept: 1,
  LibraryMemberRemoved: 1,
  LibraryMemberRestored: 1,
  MainImageChosen: 1,
  MainVideoChosen: 1,
  PasswordChanged: 1,
  PaymentConfirmed: 1,
  PaymentDisputeClosed: 1,
  PaymentDisputed: 1,
  PaymentFailed: 1,
  PaymentHeld: 1,
  PaymentReturnFailed: 1,
  PaymentReturned: 1,
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
  PostStatisticsRecorded: 1,
  PostStatisticsUnavailable: 1,
  ProcessingVideoReplaced: 1,
  ProjectCreated: 1,
  ProjectDeleted: 1,
  ProjectEdited: 1,
  ProjectRestored: 1,
  ProjectsReordered: 1,
  ProviderReconciled: 1,
  PurchaseReturnDecided: 1,
  RecordsRead: 1,
  RefundApproved: 1,
  RefundAsked: 1,
  RefundDeclined: 1,
  RoleGranted: 1,
  RoleRevoked: 1,
  RunKept: 1,
  SceneAdded: 1,
  SceneCutUndone: 1,
  SceneDeleted: 1,
  SceneDescribed: 1,
  SceneEdited: 1,
  ScenePromptWritten: 1,
  SceneReordered: 1,
  SceneRestored: 1,
  SceneSplit: 1,
  ScenesMerged: 1,
  ScenesReplaced: 1,
  ShotsChanged: 1,
  ShotsRestored: 1,
  SocialAccountConnected: 1,
  SocialAccountDeactivated: 1,
  SocialAccountRemoved: 1,
  SpeechJobAccepted: 1,
  SpeechJobCompleted: 1,
  SpeechJobFailed: 1,
  SpeechJobQueued: 1,
  SpeechJobStarted: 1,
  StoryAsked: 1,
  StoryDismissed: 1,
  StoryEnded: 1,
  StoryGrew: 1,
  StepRedone: 1,
  StepUndone: 1,
  StoryRestored: 1,
  StoryWritingStarted: 1,
  StoryWritten: 1,
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
  UpscaleJobAccepted: 1,
  UpscaleJobCompleted: 1,
  UpscaleJobFailed: 1,
  UpscaleJobQueued: 1,
  UpscaleJobStarted: 1,
  VerificationAdvanced: 1,
  VerificationEnded: 1,
  VerificationStarted: 1,
  VideoAdded: 1,
  VideoJobAccepted: 2,
  VideoJobCompleted: 1,
  VideoJobFailed: 1,
  VideoJobQueued: 1,
  VideoJobStarted: 1,
  VideoRemoved: 1,
  VideoShared: 1,
  VideoTrialJobAccepted: 1,
  VideoTrialJobCompleted: 1,
  VideoTrialJobFailed: 1,
  VideoTrialJobQueued: 1,
  VideoTrialJobStarted: 1,
  AlternativeTaken: 1,
  SpeechTaken: 1,
  VersionRestored: 1,
  VideoUnshared: 1,
  TakenZapsGivenBack: 1,
  ZapBudgetNeared: 1,
  ZapBudgetSet: 1,
  ZapsGranted: 1,
  ZapsPurchased: 1,
  ZapsRefunded: 1,
  ZapsReleased: 1,
  ZapsReserved: 1,
  ZapsSettled: 1,
};

const versions = (type: string): string[] =>
  Array.from({ length: STORED[type as EventType] }, (_, index) => `${type} ${index + 1}`);

const byStream = new Map<string, RecordedEvent[]>();
for (const event of storedEvents) byStream.set(event.streamId, [...(byStream.get(event.streamId) ?? []), event]);

describe('events that were stored before', () => {
  it('are of every type and version', () => {
    const found = linesOfGoldens().map(({ type, metadata }) => `${type} ${metadata.schemaVersion}`);
    expect([...new Set(found)].sort()).toEqual(Object.keys(STORED).flatMap(versions).sort());
  });

  it('come in the versions that are written today', () => {
    const upcasters: Upcasters = Object.assign({}, ...allAggregates.map((aggregate) => aggregate.upcasters ?? {}));
    for (const [type, version] of Object.entries(STORED))
      expect([type, versionOf(upcasters, type)]).toEqual([type, version]);
    for (const { type, metadata, unreadable } of storedEvents) {
      expect([type, metadata.schemaVersion, unreadable]).toEqual([type, versionOf(upcasters, type), undefined]);
    }
  });

  it('of an earlier version are upcast to the present shape: one of each type and version', () => {
    const earlier = new Map(
      linesOfGoldens().flatMap(({ type, metadata: { schemaVersion } }, index) =>
        schemaVersion === STORED[type as EventType]
          ? []
          : [[`${type} ${schemaVersion}`, storedEvents[index]?.data] as const],
      ),
    );
    expect(Object.fromEntries(earlier)).toMatchSnapshot();
  });

  it.each(kinds.map(({ kind }) => [kind.name, kind] as const))('include those of each kind: %s', (_, kind) => {
    // No provider makes films, so none accepts a job.
    const steps = JOB_STEPS.filter((step) => kind.name !== 'film' || step !== 'Accepted');
    expect(Object.keys(STORED)).toEqual(expect.arrayContaining(steps.map((step) => kind.type(step))));
  });

  it.each(
    allAggregates.map((aggregate) => [aggregate.category, aggregate as Aggregate<unknown, DomainEvent>] as const),
  )('still make the states of %s', (category, { initial, evolve }) => {
    const streams = [...byStream].filter(([streamId]) => categoryOf(streamId) === category);
    expect(streams).not.toEqual([]);
    const states = new Map(
      streams.map(([streamId, stored]) => [
        streamId,
        stored.reduce((state, event) => evolve(state, event, foldContextOf(event)), initial) as object,
      ]),
    );
    const properties = new Set([...states.values()].flatMap((state) => Object.keys(state)));
    const from = linesOfGoldens().filter(({ streamId }) => states.has(streamId));
    expectKept(`states-of-${category}`, states, {
      summary: [
        `${states.size} streams, from ${countOf(from)}`,
        ...propertyLines(states, new Map([...properties].map((property) => [property, '']))),
      ],
      advice:
        `Stored events make other states of ${category} than they did, and commands of streams that are there decide on ` +
        `them. If it has to be so, or you have added stored events, ${ACCEPT}.`,
    });
  });

  it('still prove the ledgers', () => {
    for (const [streamId, stored] of byStream) {
      if (categoryOf(streamId) !== 'wallet') continue;
      expect(verifyWallet(idOfStream(streamId), stored)).toMatchObject({ bad: null, entries: stored.length });
    }
  });
});
