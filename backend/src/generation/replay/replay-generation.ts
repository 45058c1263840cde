import type { Price, ProviderCall } from '@storyreel/contracts';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import type { Job } from '../../eventsourcing/reactors/reactor';
import type { ReplayStore } from '../../eventsourcing/replay/replay-store';
import type { MediaStore } from '../../infra/storage';
import type { Redactor } from '../../integrations/recording/redactor';
import type { Recordings } from '../../integrations/recording/run-recordings';
import type { CalledPort } from '../../integrations/recording/todays-request';
import { isJobEvent, isStep, type JobEvent, kindOf, projectAggregate } from '../../projects/storyboard';
import { PaidWork } from '../../money/zaps';
import { decideFail } from '../domain/job-steps';
import type { KindParts, KindReplay, RecordedRun, ReplayParts } from '../workers/kind-parts';
import { GenerationJobRepository } from '../workers/generation-job.repository';
import { JobOrchestrator } from '../workers/job-orchestrator';
import { GenerationFailed } from '../workers/run-generation';
import { RecordedAnswers } from './recorded-answers';

class PatientManager extends JobOrchestrator {
  /** Skips pauses, which a replay does not need. */
  protected override pause(): Promise<void> {
    return Promise.resolve();
  }
}

/** Replays the decisions of one generation: its request, its worker, and a cancellation by another command. */
export class GenerationReplay {
  readonly answers: RecordedAnswers;
  private readonly jobs: (RecordedEvent & JobEvent)[];
  private readonly run: RecordedRun;
  private readonly worker: ReturnType<KindReplay['worker']>;
  private readonly kind: KindReplay;

  constructor(
    private readonly store: ReplayStore,
    steps: readonly RecordedEvent[],
    calls: readonly ProviderCall[],
    kinds: readonly Pick<KindParts, 'kind' | 'replay'>[],
    redactor: Redactor,
  ) {
    this.jobs = steps.filter((step) => isJobEvent(step));
    const queued = this.jobs.find((event) => isStep(event, 'Queued'));
    if (!queued) throw new Error('The run has no request');
    this.run = recordedRun(queued, this.jobs);
    const kind = kinds.find((parts) => parts.kind.name === kindOf(queued));
    if (!kind) throw new Error(`There is no kind of generation called ${kindOf(queued)}`);
    this.kind = kind.replay;
    const saved = this.kind.saved(queued.data.jobId, this.run);
    this.answers = new RecordedAnswers(
      calls,
      toldByEvents(this.jobs, Math.max(saved.size, slotsOf(this.run))),
      redactor,
    );
    const delivered = this.run.completed?.delivered ?? {};
    const stored = { hashesOf: () => Promise.resolve(delivered) };
    const jobs = new GenerationJobRepository(store);
    const manager = new PatientManager(jobs, new PaidWork(store), this.recordings(), stored);
    this.worker = this.kind.worker({
      manager,
      provider: this.answers,
      run: this.run,
      hasSucceeded: () => this.answers.hasSucceeded,
      media: mediaOf(saved),
      examiner: examinerOf(this.run, saved),
    });
  }

  /** The provider port that the kind's worker calls. */
  get port(): CalledPort | null {
    return this.kind.port;
  }

  /** Returns the job's list price according to the current price book. */
  get price(): Price | null {
    return this.kind.price(this.run.queued);
  }

  async decide(step: RecordedEvent & JobEvent): Promise<void> {
    if (isStep(step, 'Queued')) return this.queue(step);
    const { actor } = step.metadata;
    if (actor.kind === 'system' && actor.name === this.worker.worker) return this.work(step);
    if (isStep(step, 'Failed')) return this.end(step);
  }

  private async queue(step: RecordedEvent): Promise<void> {
    await this.store.execute(projectAggregate, this.run.projectId, step.metadata, (state, environment) =>
      this.kind.queue(this.run, step.metadata, state, environment),
    );
  }

  /** Runs the worker repeatedly, like the job runner, as long as its attempts make progress. */
  private async work(step: RecordedEvent & JobEvent): Promise<void> {
    const signal = new AbortController().signal;
    const { judged } = this.store;
    for (let attempt = 1; ; attempt++) {
      const { left } = this.answers;
      // In the recorded run, the same error made the job runner retry the job.
      await this.worker.run(jobOf(step, attempt), signal).catch(() => undefined);
      if (this.store.judged > judged) return;
      if (this.answers.left < left) continue;
      if (this.answers.trustsEvents) return;
      this.answers.trustsEvents = true;
    }
  }

  /** Replays a decision outside the worker that ended the job. */
  private async end(step: RecordedEvent & JobEvent<'Failed'>): Promise<void> {
    const { jobId, error, calls } = step.data;
    await this.store.execute(projectAggregate, this.run.projectId, step.metadata, (state) =>
      decideFail(state, jobId, error, calls),
    );
  }

  /** Takes the locations of recordings from the events, since decisions do not determine them. */
  private recordings(): Recordings {
    const calls = () => {
      const next = this.store.next;
      return Promise.resolve(next && isJobEvent(next) && 'calls' in next.data ? (next.data.calls ?? []) : []);
    };
    return {
      begin: () => ({
        provider: (provider) => provider,
        texts: (provider) => provider,
        accepted: calls,
        ended: calls,
        interrupted: () => Promise.resolve(),
      }),
    };
  }
}

function recordedRun(
  { streamId, data: queued }: RecordedEvent & JobEvent<'Queued'>,
  jobs: readonly JobEvent[],
): RecordedRun {
  const failed = jobs.find((event) => isStep(event, 'Failed'))?.data.error ?? null;
  const isStarted = jobs.some((event) => isStep(event, 'Started'));
  return {
    projectId: idOfStream(streamId),
    queued,
    completed: jobs.find((event) => isStep(event, 'Completed'))?.data ?? null,
    failedBefore: isStarted ? null : failed,
    failed,
  };
}

function toldByEvents(jobs: readonly JobEvent[], outputs: number) {
  const all = Object.assign({}, ...jobs.map(({ data }) => data)) as Record<string, unknown>;
  const isCompleted = jobs.some((event) => isStep(event, 'Completed'));
  return {
    provider: typeof all.provider === 'string' ? all.provider : '',
    predictionId: typeof all.predictionId === 'string' ? all.predictionId : null,
    outputs: isCompleted ? outputs : null,
    usd: typeof all.usd === 'number' ? all.usd : undefined,
    error: typeof all.error === 'string' ? all.error : null,
  };
}

const mediaOf = (saved: ReturnType<KindReplay['saved']>): Pick<MediaStore, 'save'> => ({
  save: ({ key = '', contentType }) => {
    const { url, size = 0, mimeType = contentType } = saved.get(key) ?? { url: '' };
    return Promise.resolve({ key, url, size, contentType: mimeType, sha256: '' });
  },
});

/** Returns the number of images that a job requested; the job's Completed event names only the usable ones. */
const slotsOf = ({ queued }: RecordedRun): number => queued.slotIds?.length ?? 0;

/** The bytes of results are not recorded; the run's outcome shows which were usable. */
function examinerOf(
  { completed, failed }: RecordedRun,
  saved: ReturnType<KindReplay['saved']>,
): ReplayParts['examiner'] {
  const check = (key: string): void => {
    const isUnderWay = completed === null && failed === null;
    if (!isUnderWay && !saved.has(key)) throw new GenerationFailed(failed ?? 'It could not be used.');
  };
  return {
    picture: async (_, { key }) => {
      check(key);
      return '';
    },
    clip: async (source, { key }, use) => {
      check(key);
      return use({ type: '', seconds: null, read: () => source });
    },
  };
}

function jobOf({ metadata, streamId, data: { jobId } }: RecordedEvent & JobEvent, attempt: number): Job {
  const { ownerId, correlationId, causationId } = metadata;
  const payload = { projectId: idOfStream(streamId), jobId };
  const named = { id: jobId, queue: 'replay', dedupKey: jobId, ownerId, payload, correlationId };
  return { ...named, attempt, maxAttempts: attempt + 1, causationId: causationId ?? '' };
}
