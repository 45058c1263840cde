import { Readable } from 'node:stream';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { userContext } from '../eventsourcing/commands/command-context';
import { type EventStore, StoreUnavailable } from '../eventsourcing/event-store/event-store';
import { derivedId, randomIds } from '../lib/ids';
import type { Job } from '../eventsourcing/reactors/reactor';
import { UnusableFile } from '../infra/media/examine';
import type { MediaStore } from '../infra/storage';
import type { Prediction } from '../integrations/ports/generation-provider';
import type { ImageProvider } from '../integrations/ports/image-provider';
import type { Recordings } from '../integrations/recording/run-recordings';
import { projectAggregate, type ProjectEvent } from '../projects/storyboard';
import { NOW, OWNER } from './given-when-then';
import { MemoryEventStore } from './memory-event-store';
import { purpose } from './ledger/wallet-steps';
import { created, imageJobQueued, PROJECT, scene, sceneId } from './project-fixtures';
import { decideGrant, PaidWork, walletAggregate } from '../money/zaps';
import type { ExaminesResults } from '../generation/workers/media-worker';
import { recordedReferences } from '../generation/cast-references';
import { onlyImages, RunImageJob } from '../generation/kinds/image/run-image-job';
import { GenerationJobRepository } from '../generation/workers/generation-job.repository';
import { JobOrchestrator } from '../generation/workers/job-orchestrator';

const ACCEPTED = { key: 'until-accepted', hash: 'aa', bytes: 1 };
export const ENDED = { key: 'until-ended', hash: 'bb', bytes: 2 };
export const of = { jobId: 'job', sceneId: sceneId(1) };
export const started = { type: 'ImageJobStarted', data: { ...of, provider: 'replicate' } };
export const accepted = { type: 'ImageJobAccepted', data: { ...of, calls: [ACCEPTED], predictionId: 'p' } };
export const images = ['slot-1', 'slot-2'].map((slotId) => ({ slotId, url: `/api/media/${derivedId('job', slotId)}` }));

export const outputs = ['one', 'two'].map((ref) => ({ ref, mimeType: 'image/png' }));
export const done: Prediction = { id: 'p', status: 'succeeded', outputs };

/** A provider's output that is no image. */
export const NO_PICTURE = '<!doctype html>';

const owned = userContext(OWNER);
const newStore = (events: EventStore) => new AggregateStore(events, { now: () => new Date(NOW) }, randomIds);
export const jobOf = (attempt: number): Job => ({
  id: 'row',
  queue: 'images',
  dedupKey: 'job',
  ownerId: OWNER,
  payload: { projectId: PROJECT, jobId: 'job' },
  attempt,
  maxAttempts: 40,
  correlationId: 'correlation',
  causationId: 'cause',
});
const holding = {
  price: { units: 40_000, usd: 0.1, version: 'v' },
  purpose: { ...purpose, workId: 'job' },
  deadline: '2999-01-01T00:00:00.000Z',
  bulk: false,
};

/** Makes an append of this event type fail: before it is stored, or after it is stored but before the response. */
export interface Crash {
  type: string;
  isStored: boolean;
}

export interface Answers extends Partial<ImageProvider> {
  /** The prediction's states in the order the provider reports them; the last one repeats. */
  looks?: Prediction[];
  save?: () => Promise<void>;
  crash?: Crash;
}

class PatientManager extends JobOrchestrator {
  protected override pause(): Promise<void> {
    return Promise.resolve();
  }
}

/** A project with a pending image job, which records in order everything done about the job. */
export class GenerationStage {
  readonly log = new MemoryEventStore();
  readonly told: string[] = [];
  private readonly outside = newStore(this.log.asStore());
  readonly paidWork = new PaidWork(this.outside);

  static async open({ isHeld = true } = {}): Promise<GenerationStage> {
    const stage = new GenerationStage();
    await stage.append(created([scene(1)]), imageJobQueued(1, 'job', ['slot-1', 'slot-2']));
    await stage.outside.execute(walletAggregate, OWNER, owned, decideGrant);
    if (isHeld) await stage.paidWork.reserve({ userId: OWNER, holdId: 'hold', ...holding });
    return stage;
  }

  async append(...events: ProjectEvent[]): Promise<void> {
    await this.outside.execute(projectAggregate, PROJECT, owned, () => events);
  }

  /** The project's events after its initial ones. */
  get added() {
    return this.log.events.filter(({ streamId }) => streamId === `project-${PROJECT}`).slice(2);
  }

  get events() {
    return this.added.map(({ type, data }) => ({ type, data }));
  }

  async imageStatuses(): Promise<string[]> {
    const { scenes } = await this.outside.load(projectAggregate, PROJECT);
    return scenes[of.sceneId]?.images.map(({ status }) => status) ?? [];
  }

  get wallet() {
    return this.log.events.filter(({ streamId }) => streamId === `wallet-${OWNER}`).map(({ type }) => type);
  }

  /** Returns the worker of a node that has just started. */
  worker(answers: Answers = {}, Manager: typeof JobOrchestrator = PatientManager) {
    const store = newStore(this.reached(answers.crash));
    const jobs = new GenerationJobRepository(store);
    const stored = { hashesOf: () => Promise.resolve({}) };
    const manager = new Manager(jobs, new PaidWork(store), this.recordings(), stored);
    const media: Pick<MediaStore, 'save'> = {
      save: async ({ key = '', contentType }) => {
        this.told.push(`save ${contentType}`);
        await answers.save?.();
        return { key, url: `/api/media/${key}`, size: 5, contentType, sha256: 'cc' };
      },
    };
    const examiner: ExaminesResults = {
      picture: async (read) => {
        if (Buffer.from(await read()).toString() === NO_PICTURE) throw new UnusableFile('It is none.');
        return 'image/png';
      },
      clip: () => Promise.reject(new Error('Nobody makes clips here')),
    };
    const images = onlyImages(this.provider(answers));
    return new RunImageJob(manager, media, examiner, images, { imageConcurrency: 3 }, recordedReferences);
  }

  run(answers: Answers = {}, attempt = 1) {
    return this.worker(answers).run(jobOf(attempt), new AbortController().signal);
  }

  private reached(crash?: Crash): EventStore {
    const store: Pick<EventStore, 'append' | 'readStream'> = {
      append: async (streamId, events, options) => {
        const isCrash = events.some(({ type }) => type === crash?.type);
        if (isCrash && !crash?.isStored) throw new StoreUnavailable('The server was killed.');
        const result = await this.log.append(streamId, events, options);
        this.told.push(...events.map(({ type }) => type));
        if (isCrash) throw new StoreUnavailable('The server was killed.');
        return result;
      },
      readStream: (streamId, options) => this.log.readStream(streamId, options),
    };
    return store as EventStore;
  }

  private provider({ looks = [done], ...answers }: Answers): ImageProvider {
    const { told } = this;
    let looked = 0;
    const next = async () => looks[Math.min(looked, looks.length) - 1] ?? done;
    return {
      name: 'replicate',
      label: 'Fake',
      createIsIdempotent: answers.createIsIdempotent ?? false,
      recall: answers.recall,
      create: (request, options) => {
        told.push(`create ${options.idempotencyKey}: ${JSON.stringify(request)}`);
        return answers.create?.(request, options) ?? Promise.resolve({ predictionId: 'p' });
      },
      get: (id, options) => {
        told.push(`get ${id}`);
        // Ends the job after nine polls, so that a worker that polls for ever is detected.
        return ++looked > 9 ? Promise.resolve(done) : (answers.get?.(id, options) ?? next());
      },
      cancel: async (id) => void told.push(`cancel ${id}`),
      fetchOutput: (output, options) => {
        told.push(`fetch ${JSON.stringify(output)}, at most ${options.maxBytes} bytes`);
        return answers.fetchOutput?.(output, options) ?? Promise.resolve(Readable.from(['bytes']));
      },
    };
  }

  private recordings(): Recordings {
    const { told } = this;
    const say = (what: string, calls: (typeof ENDED)[]) => {
      told.push(what);
      return Promise.resolve(calls);
    };
    return {
      begin: ({ runId, ownerId, attempt }) => {
        told.push(`attempt ${attempt} of ${runId} for ${ownerId}`);
        return {
          provider: (provider, template) => {
            told.push(`recorded with ${template}`);
            return provider;
          },
          texts: (provider) => provider,
          accepted: () => say('calls until accepted', [ACCEPTED]),
          ended: () => say('calls until ended', [ENDED]),
          interrupted: async () => void (await say('interrupted', [])),
        };
      },
    };
  }
}
