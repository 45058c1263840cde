import type { RecordedCalls, ReplayReport, ReplayStep, RunRecording, RunState } from '@storyreel/contracts';
import { generationParts, GenerationReplay } from '../../generation';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { EventStore } from '../../platform/event-store/event-store';
import { ReplayStore } from '../../platform/replay/replay-store';
import type { StreamHistory } from '../../platform/replay/stream-history';
import { toError } from '../../platform/to-error';
import { NOT_RECORDED, type RecordingReader } from '../../providers/recording/recording-reader';
import { isJobEvent, kindOf } from '../../storyboard';
import { TextReplay } from '../../story-ai';
import { Histories } from './histories';
import { type EventsOfRun, isOver, readRun } from './events-of-run';
import { RunReplayer, type RunRef } from './run-replayer';
import { stateAfter } from './run-state';
import { WalletReplay } from './wallet-replay';

/** Replays runs from the log and their recordings. It is given no way to append and none to call a provider. */
export class LogReplayer extends RunReplayer {
  constructor(
    private readonly log: Pick<EventStore, 'readStream'>,
    private readonly recordings: Pick<RecordingReader, 'read'>,
    private readonly kinds: Pick<(typeof generationParts)[number], 'kind' | 'replay'>[] = generationParts,
  ) {
    super();
  }

  async recording(run: RunRef): Promise<RunRecording> {
    const events = await readRun(run, (streamId) => new Histories(this.log).read(streamId));
    return events ? this.read(events.steps) : NOT_RECORDED;
  }

  /** @param histories to be shared by replays of one log that are made in a row */
  async replay(run: RunRef, histories = new Histories(this.log)): Promise<ReplayReport | null> {
    const events = await readRun(run, (streamId) => histories.read(streamId));
    if (!events) return null;
    const streams = new Map<string, StreamHistory>();
    for (const streamId of streamsOf(events.steps)) {
      const history = await histories.read(streamId);
      if (history) streams.set(streamId, history);
    }
    const recording = await this.read(events.steps);
    const { store, recorded } = await this.decideAgain(events, streams, recording);
    const steps = reportOf(events.steps, store, (step) => stateAfter(step, run, events.steps, streams));
    const same = steps.every(({ verdict }) => verdict === 'same');
    const report = { runId: run.runId, kind: nameOf(events.steps), recorded, recording: recording.state, steps, same };
    return isOver(events.steps) ? report : { ...report, underWay: true };
  }

  private read(steps: readonly RecordedEvent[]): Promise<RunRecording> {
    const parts = steps.flatMap(({ data }) => (data as { calls?: RecordedCalls[] }).calls ?? []);
    const ownerId = steps[0]?.metadata.ownerId ?? '';
    return this.recordings.read(ownerId, parts);
  }

  private async decideAgain(
    { steps, isOfRun }: EventsOfRun,
    streams: ReadonlyMap<string, StreamHistory>,
    { calls, state }: RunRecording,
  ): Promise<{ store: ReplayStore; recorded: boolean }> {
    const history = (streamId: string): StreamHistory => {
      const found = streams.get(streamId);
      if (!found) throw new Error(`The run has nothing to do with ${streamId}`);
      return found;
    };
    const store = new ReplayStore({ steps, history, isOfRun });
    const wallet = new WalletReplay(store, steps);
    const texts = new TextReplay(store, steps, calls);
    const job = steps.some((step) => isJobEvent(step)) ? new GenerationReplay(store, steps, calls, this.kinds) : null;
    // Without a recording it cannot be told that a run was cut off from an answer that nobody kept.
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
    return { store, recorded: state === 'recorded' && !trusted };
  }
}

/** Those of the steps, and of what is shown beside them. */
function streamsOf(steps: readonly RecordedEvent[]): Set<string> {
  const streams = new Set(steps.map(({ streamId }) => streamId));
  for (const { data } of steps) {
    const { projectId } = (data as { purpose?: { projectId?: string | null } }).purpose ?? {};
    if (projectId) streams.add(`project-${projectId}`);
  }
  for (const { metadata } of steps) streams.add(`wallet-${metadata.ownerId}`);
  return streams;
}

function nameOf(steps: readonly RecordedEvent[]): string {
  const job = steps.find((step) => isJobEvent(step));
  if (job && isJobEvent(job)) return kindOf(job);
  const reserved = steps.find(({ type }) => type === 'ZapsReserved')?.data;
  return (reserved as { purpose?: { operation?: string } } | undefined)?.purpose?.operation ?? 'text';
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
