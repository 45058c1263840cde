import { heldPrice, priceOf } from '@storyreel/contracts';
import type { ProviderCall, ReplayCheck, ReplayReport, ReplayStep, RunRecording, RunState } from '@storyreel/contracts';
import { categoryOf } from '../../eventsourcing/domain/aggregate';
import { isOneOf, textIn } from '../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { compared, notCompared, ReplayStore } from '../../eventsourcing/replay/replay-store';
import type { StreamHistory } from '../../eventsourcing/replay/stream-history';
import { generationParts, GenerationReplay } from '../../generation';
import { NOT_RECORDED } from '../../integrations/recording/run-recordings';
import type { RecordingReader } from '../../integrations/recording/run-recordings';
import { CUT_RECORDING, NotComparable, TodaysRequests } from '../../integrations/recording/todays-request';
import type { CalledPort } from '../../integrations/recording/todays-request';
import { toError } from '../../lib/errors';
import { holdIn, PaidWork } from '../../money/zaps';
import type { HoldEvent } from '../../money/zaps';
import { isJobEvent, isStep, kindOf, projectAggregate } from '../../projects/storyboard';
import type { ProjectState } from '../../projects/storyboard';
import { TextReplay, textWorkAggregate } from '../../writing/story-ai';
import type { TextWorkEvent } from '../../writing/story-ai';
import { recordedIn } from '../detail/run-events';
import { Histories, isOver, isPayment, readRun } from './events-of-run';
import type { EventsOfRun, RunRef } from './events-of-run';

type TextWorkState = typeof textWorkAggregate.initial;

/** Returns the run's job or request, its hold and its scene as they were after an event. */
function stateAfter(
  step: RecordedEvent,
  { runId }: RunRef,
  steps: readonly RecordedEvent[],
  streams: ReadonlyMap<string, StreamHistory>,
): RunState {
  const of = <State>(category: string): State | null => {
    for (const [streamId, history] of streams) {
      if (categoryOf(streamId) === category) return history.with(step.position) as State;
    }
    return null;
  };
  const project = of<ProjectState>(projectAggregate.category);
  const request = of<TextWorkState>(textWorkAggregate.category)?.requests[runId];
  const job = project?.jobs[runId];
  const upTo = steps.filter(({ position }) => position <= step.position);
  const holdId = newest(upTo, 'holdId');
  const hold = holdId === null ? undefined : holdIn(entriesOf(upTo), holdId);
  const sceneId = newest(steps, 'sceneId');
  const scene = sceneId === null ? undefined : project?.scenes[sceneId];
  return {
    run: job ? { ...job } : request ? { ...request } : null,
    hold: hold && holdId !== null ? { holdId, status: hold.status, units: hold.units } : null,
    scene: scene ? shown(scene) : null,
  };
}

/** A wallet's state only has the most recently closed holds, so this run's hold is folded from its own entries. */
const entriesOf = (steps: readonly RecordedEvent[]) =>
  steps.filter(isPayment).map((entry) => ({ entry, revision: Number(entry.revision) }));

const newest = (steps: readonly RecordedEvent[], field: 'holdId' | 'sceneId'): string | null =>
  steps.reduce<string | null>((found, step) => textIn(step, field) ?? found, null);

const SHOWN = [
  'id',
  'description',
  'imagePrompt',
  'videoPrompt',
  'images',
  'mainImageId',
  'videos',
  'mainVideoId',
] as const;
const shown = (scene: ProjectState['scenes'][string]) => Object.fromEntries(SHOWN.map((name) => [name, scene[name]]));

const isReservation = isOneOf<Extract<HoldEvent, { type: 'ZapsReserved' }>>(['ZapsReserved']);
const isAnswer = isOneOf<Extract<TextWorkEvent, { type: 'TextAnswered' }>>(['TextAnswered']);

/** Replays the decisions about a run's payment: reserve, settle, release. */
class WalletReplay {
  private readonly paidWork: PaidWork;

  constructor(
    store: ReplayStore,
    private readonly steps: readonly RecordedEvent[],
  ) {
    // The history of an unknown hold, because the log recorded the hold as new.
    const recall = () => Promise.resolve({ hold: undefined, upTo: Infinity, refundsUpTo: Infinity, refunds: [] });
    this.paidWork = new PaidWork(store, { recall });
  }

  async decide(step: RecordedEvent): Promise<void> {
    const { ownerId: userId, correlationId, causationId } = step.metadata;
    const cause = { correlationId, causationId };
    if (!isPayment(step)) return;
    const { type, data } = step;
    if (type === 'ZapsReserved') {
      const { holdId, price, purpose, deadline, bulkDay } = data;
      await this.paidWork.reserve({ userId, holdId, price, purpose, deadline, bulk: bulkDay !== null }, cause);
    } else if (type === 'ZapsSettled') {
      await this.paidWork.settle({ userId, holdId: data.holdId, ...this.chargedBy(step) }, cause);
    } else {
      await this.paidWork.release({ userId, holdId: data.holdId, reason: this.reasonOf(step) }, cause);
    }
  }

  /** Returns the charge that the Completed event states; if it states none, the reserved amount applies. */
  private chargedBy(step: RecordedEvent): { usd?: number; units?: number } {
    const cause = this.causeOf(step, /(Completed|Answered)$/);
    if (!cause) return {};
    if (isAnswer(cause)) return { usd: cause.data.usd };
    if (!isJobEvent(cause) || !isStep(cause, 'Completed')) return {};
    const { usd, units } = cause.data;
    return { usd, units };
  }

  private reasonOf(step: RecordedEvent): string {
    const cause = this.causeOf(step, /Failed$/);
    if (cause?.type === 'ZapsReserved') return 'expired';
    return (cause && textIn(cause, 'error')) ?? 'refused';
  }

  /**
   * Finds the event to which a reactor responded; for a step that a request took itself, the last outcome before that
   * step.
   */
  private causeOf({ metadata, position }: RecordedEvent, outcome: RegExp): RecordedEvent | undefined {
    const named = this.steps.find(({ id }) => id === metadata.causationId);
    return named ?? this.steps.findLast((step) => step.position < position && outcome.test(step.type));
  }
}

/** Replays runs from the log and their recordings. It cannot append events or call a provider. */
export class LogReplayer {
  constructor(
    private readonly log: Pick<EventStore, 'readStream'>,
    private readonly recordings: Pick<RecordingReader, 'read'>,
    private readonly requests: TodaysRequests,
    private readonly kinds: Pick<(typeof generationParts)[number], 'kind' | 'replay'>[] = generationParts,
  ) {}

  /** Returns the recorded requests to providers and their answers. */
  async recording(run: RunRef): Promise<RunRecording> {
    const events = await readRun(run, (streamId) => new Histories(this.log).read(streamId));
    return events ? this.read(events.steps) : NOT_RECORDED;
  }

  /**
   * Replays a run; returns null when the stream has no such run.
   * @param histories cache that consecutive replays of the same log share
   */
  async replay(run: RunRef, histories = new Histories(this.log)): Promise<ReplayReport | null> {
    const events = await readRun(run, (streamId) => histories.read(streamId));
    if (!events) return null;
    const streams = new Map<string, StreamHistory>();
    for (const streamId of streamsOf(events.steps)) {
      const history = await histories.read(streamId);
      if (history) streams.set(streamId, history);
    }
    const recording = await this.read(events.steps);
    const { store, recorded, checks } = await this.decideAgain(events, streams, recording);
    const steps = reportOf(events.steps, store, (step) => stateAfter(step, run, events.steps, streams));
    const same =
      steps.every(({ verdict }) => verdict === 'same') && checks.every(({ verdict }) => verdict !== 'different');
    const kind = nameOf(events.steps);
    const report = { runId: run.runId, kind, recorded, recording: recording.state, steps, checks, same };
    return isOver(events.steps) ? report : { ...report, underWay: true };
  }

  private read(steps: readonly RecordedEvent[]): Promise<RunRecording> {
    const ownerId = steps[0]?.metadata.ownerId ?? '';
    return this.recordings.read(ownerId, recordedIn(steps));
  }

  /** Compares the requests that were sent with those that the current code would send. */
  private sentChecks(calls: readonly ProviderCall[], port: CalledPort | null): Promise<ReplayCheck[]> {
    const sent = calls.filter((call) => call.sent !== null && port !== null);
    return Promise.all(
      sent.map(async (call) => {
        const { operation, model, template, sent: body, cut } = call;
        const subject = { of: 'sent' as const, operation };
        if (cut) return notCompared(subject, CUT_RECORDING);
        try {
          const today = await this.requests.sent(call, port ?? 'text');
          return compared(subject, { model, template, body }, { template, ...today });
        } catch (error) {
          if (error instanceof NotComparable) return notCompared(subject, error.message);
          return compared(subject, { model, template, body }, { error: toError(error).message });
        }
      }),
    );
  }

  private async decideAgain(
    { steps, isOfRun }: EventsOfRun,
    streams: ReadonlyMap<string, StreamHistory>,
    { calls, state }: RunRecording,
  ): Promise<{ store: ReplayStore; recorded: boolean; checks: ReplayCheck[] }> {
    const history = (streamId: string): StreamHistory => {
      const found = streams.get(streamId);
      if (!found) throw new Error(`The run has nothing to do with ${streamId}`);
      return found;
    };
    const store = new ReplayStore({ steps, history, isOfRun });
    const wallet = new WalletReplay(store, steps);
    const texts = new TextReplay(store, steps, calls);
    const { redactor } = this.requests;
    const isJob = steps.some((step) => isJobEvent(step));
    const job = isJob ? new GenerationReplay(store, steps, calls, this.kinds, redactor) : null;
    // Without a recording, a run that was interrupted before an answer cannot be distinguished from one whose answer
    // was not recorded, so the events are trusted.
    if (job && state !== 'recorded') job.answers.trustsEvents = true;
    for (let step = store.next; step; step = store.next) {
      try {
        if (step.type.startsWith('Zaps')) await wallet.decide(step);
        else if (job && isJobEvent(step)) await job.decide(step);
        else await texts.decide(step);
        store.miss(step);
      } catch (error) {
        store.miss(step, toError(error).message);
      }
    }
    const trusted = job ? job.answers.trustedEvents : texts.trustedEvents;
    const checks = [
      ...(job ? job.answers.checks : textChecks(calls)),
      ...(await this.sentChecks(calls, job ? job.port : 'text')),
      ...priceChecks(steps, job),
    ];
    return { store, recorded: state === 'recorded' && !trusted, checks };
  }
}

/**
 * Returns checks that compare nothing: a text's request depends on more than its project, such as a style, and cannot
 * be rebuilt.
 */
const textChecks = (calls: readonly ProviderCall[]): ReplayCheck[] =>
  calls.map(({ operation }) => notCompared({ of: 'request', operation }, "a text's question is not built again"));

/** Compares the reserved prices with the current ones, if the price book is still the same. */
function priceChecks(steps: readonly RecordedEvent[], job: GenerationReplay | null): ReplayCheck[] {
  return steps.filter(isReservation).map(({ data: { price, purpose }, metadata }) => {
    const { operation, model, provider } = purpose;
    const listed = job ? job.price : priceOf({ model, operation, usage: { requests: 1 } });
    const subject = { of: 'price' as const, operation };
    if (listed === null) return notCompared(subject, 'this release has no price for it');
    if (listed.version !== price.version) {
      const reason = `it was priced by the price book of ${price.version}, and today's is of ${listed.version}`;
      return notCompared(subject, reason);
    }
    const usd = provider === 'sandbox' ? 0 : listed.usd;
    const { units } = heldPrice(listed, metadata.ownerId);
    return compared(subject, { units: price.units, usd: price.usd }, { units, usd });
  });
}

/** Returns the streams of the steps, and the streams shown beside them. */
function streamsOf(steps: readonly RecordedEvent[]): Set<string> {
  const streams = new Set(steps.map(({ streamId }) => streamId));
  for (const { data } of steps.filter(isPayment)) {
    const { projectId } = data.purpose;
    if (projectId) streams.add(`project-${projectId}`);
  }
  for (const { metadata } of steps) streams.add(`wallet-${metadata.ownerId}`);
  return streams;
}

function nameOf(steps: readonly RecordedEvent[]): string {
  const job = steps.find((step) => isJobEvent(step));
  if (job && isJobEvent(job)) return kindOf(job);
  return steps.find(isReservation)?.data.purpose.operation ?? 'text';
}

function reportOf(
  steps: readonly RecordedEvent[],
  store: ReplayStore,
  stateOf: (step: RecordedEvent) => RunState,
): ReplayStep[] {
  const report: ReplayStep[] = [];
  const addExtras = (index: number, state: RunState) => {
    for (const { after, streamId, event } of store.extras) {
      if (after !== index) continue;
      const { type, data } = event;
      const differences = [{ path: '$', recorded: undefined, today: { type, data } }];
      report.push({
        index,
        event: { type, stream: streamId, revision: null, at: null },
        verdict: 'extra',
        differences,
        state,
      });
    }
  };
  addExtras(0, { run: null, hold: null, scene: null });
  steps.forEach((step, index) => {
    const { type, streamId, revision, metadata } = step;
    const event = { type, stream: streamId, revision: revision.toString(), at: metadata.at };
    const state = stateOf(step);
    report.push({ index: index + 1, event, ...store.verdictOf(step), state });
    addExtras(index + 1, state);
  });
  return report;
}
