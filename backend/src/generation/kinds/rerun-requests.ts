import { Inject, Injectable } from '@nestjs/common';
import {
  findClipModel,
  heldPrice,
  imagesPrice,
  LIMITS,
  referencesOf,
  toZaps,
  validDuration,
} from '@storyreel/contracts';
import type { Price, RunAgainRequest, SentPicture } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { AggregateCommand } from '../../eventsourcing/commands/command-handler';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { isOwnEvent } from '../../eventsourcing/domain/scoped-event-store';
import { readable } from '../../eventsourcing/domain/upcast';
import { EventStore } from '../../eventsourcing/event-store/event-store';
import { OfferedModels } from '../../integrations/offered-models';
import { PROVIDERS } from '../../integrations/providers.token';
import type { Providers } from '../../integrations/providers.token';
import { DomainError, notFound } from '../../lib/domain-error';
import { requestHash } from '../../lib/hash';
import { derivedId } from '../../lib/ids';
import { QueuePaidJob } from '../../money/zaps';
import type { PaidJob } from '../../money/zaps';
import { isActive, isJobEvent, isStep, projectAggregate } from '../../projects/storyboard';
import type { GenerationJob, ImagesAsked, JobPrice, ProjectState, VideoAsked } from '../../projects/storyboard';
import { checkMayRerun } from '../domain/rerun';
import { GenerationRequests } from '../http/generation-requests';
import { imageJobs } from './image/image-job';
import { imageReruns, QueueImageRerun } from './image/image-rerun';
import { videoJobs } from './video/video-job';
import { checkSettings, listPrice } from './video/video-requests';
import { QueueVideoRerun, videoReruns } from './video/video-rerun';

const OWN = new Set([projectAggregate.category]);

/**
 * Returns the job with its full request. The request is read from the log, since a project's state drops it when the
 * job ends.
 * @throws DomainError not_found
 */
async function withRequest(
  events: Pick<EventStore, 'readStream'>,
  projectId: string,
  job: GenerationJob,
): Promise<GenerationJob> {
  if (isActive(job)) return job;
  for await (const stored of events.readStream(streamOf(projectAggregate.category, projectId))) {
    if (!isOwnEvent(stored, OWN)) continue;
    const event = readable(toRecorded(stored));
    if (!isJobEvent(event) || !isStep(event, 'Queued') || event.data.jobId !== job.jobId) continue;
    return { ...job, queued: event.data };
  }
  throw notFound();
}

interface AskedAgain {
  payerId: string;
  /** Id of the user who requests the rerun. */
  askedBy: string;
  parentRunId: string;
  projectId: string;
  sceneOwnerId: string;
}

type Edited = Omit<RunAgainRequest, 'idempotencyKey'>;
type Ids = Pick<GenerationJob, 'jobId' | 'requestHash'> & { sceneId: string } & Pick<
    AskedAgain,
    'parentRunId' | 'sceneOwnerId'
  >;

/** The rerun of a recorded run, as defined by its kind. */
interface Rerun {
  /** Name used to derive the job's id from the request's id. */
  name: string;
  /** Content of the request, which is hashed for idempotency. */
  asked: unknown[];
  price: Price;
  work: PaidJob['work'];
  /** Name of the rerun's command, under which refusals are recorded. */
  refusedAs: string;
  command: (projectId: string, data: Ids & JobPrice, context: CommandContext) => AggregateCommand<ProjectState, object>;
}

/** Returns as many of the pictures as the model accepts; undefined if that leaves none. */
function takenBy(model: string, pictures: SentPicture[] = []): SentPicture[] | undefined {
  const taken = pictures.slice(0, referencesOf(model)?.most ?? 0);
  return taken.length === 0 ? undefined : taken;
}

/** Runs a generation again, paid by the requester or free of charge. */
@Injectable()
export class RerunRequests {
  constructor(
    private readonly store: AggregateStore,
    private readonly events: EventStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly paidJobs: QueuePaidJob,
    @Inject(PROVIDERS) private readonly providers: Providers,
    private readonly offered: OfferedModels,
    private readonly requests: GenerationRequests,
  ) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, insufficient_zaps, idempotency_key_reused */
  async request(
    { payerId, askedBy, parentRunId, projectId, sceneOwnerId }: AskedAgain,
    edited: Edited,
    commandId: string,
  ): Promise<{ runId: string; zaps: number }> {
    const { state, revision } = await this.store.loadAt(projectAggregate, projectId);
    const parent = state.jobs[parentRunId];
    const sceneId = parent?.sceneId;
    if (!parent || !sceneId) throw notFound();
    const trial = this.trialOf(await withRequest(this.events, projectId, parent), edited);
    const jobId = derivedId(commandId, trial.name);
    const hash = requestHash(parentRunId, ...trial.asked);
    const known = await this.requests.repeated(state, { jobId, requestHash: hash });
    if (known) return { runId: jobId, zaps: toZaps(known.units) };
    const context = { ...this.dispatcher.context({ id: askedBy }, commandId), ownerId: payerId };
    const ids = { jobId, requestHash: hash, sceneId, parentRunId, sceneOwnerId };
    const check = this.requests.checkOf({ projectId, revision }, context);
    await check(trial.refusedAs, ids, () => checkMayRerun(state, sceneId, sceneOwnerId));
    const paid = {
      userId: payerId,
      price: heldPrice(trial.price, payerId),
      request: { jobId, projectId, sceneId, requestHash: hash },
      // A rerun paid by another user does not count towards the project's costs.
      work: { ...trial.work, ...(payerId === sceneOwnerId ? {} : { forOthers: true as const }) },
      bulk: false,
    };
    const queued = await this.paidJobs.run(paid, context, (held) => {
      return trial.command(projectId, { ...ids, ...held }, context);
    });
    return { runId: jobId, zaps: toZaps(queued.state.jobs[jobId]?.units ?? 0) };
  }

  private trialOf(parent: GenerationJob, edited: Edited): Rerun {
    if (imageJobs.isJob(parent) || imageReruns.isJob(parent)) return this.images(parent.queued, edited);
    if (videoJobs.isJob(parent) || videoReruns.isJob(parent)) return this.clip(parent.queued, edited);
    throw new DomainError('bad_request', 'Work of this kind cannot be run again.');
  }

  private images(
    { model: first, format, references: shown, looks, prompt: recorded }: ImagesAsked,
    { prompt = recorded, model = first, settings }: Edited,
  ): Rerun {
    if (settings !== undefined) throw new DomainError('bad_request', 'Images have no settings.');
    this.offered.check(model);
    const references = model === first ? shown : takenBy(model, shown);
    return {
      name: 'image-trial',
      asked: [prompt, ...(model === first ? [] : [model])],
      price: imagesPrice(LIMITS.imagesPerGeneration, model, references?.length),
      work: {
        provider: this.providers.imageFor(model).name,
        model,
        operation: 'generate_image',
        category: imageJobs.name,
        description: `${LIMITS.imagesPerGeneration} images, run again`,
      },
      refusedAs: QueueImageRerun.name,
      command: (projectId, data, context) =>
        new QueueImageRerun(
          projectId,
          {
            ...{ ...data, prompt, model },
            ...(format && { format }),
            ...(references && { references }),
            ...(looks && { looks }),
          },
          context,
        ),
    };
  }

  private clip(
    recorded: VideoAsked,
    { prompt = recorded.prompt, model: modelId = recorded.modelId, settings: given = {} }: Edited,
  ): Rerun {
    const { imageUrl, looks } = recorded;
    const model = findClipModel(modelId);
    if (!model) throw new DomainError('bad_request', 'The model of this clip is no longer offered.');
    this.offered.check(modelId);
    const isSame = modelId === recorded.modelId;
    // The other model starts from the same image. It gets the reference pictures only if it accepts them in addition to
    // a start image.
    const beside = model.references?.besidesFirstFrame ? takenBy(modelId, recorded.references) : undefined;
    const references = isSame ? recorded.references : beside;
    const duration = isSame ? recorded.seconds : validDuration(modelId, recorded.seconds);
    const wanted = { duration, ...(isSame && recorded.settings), ...given };
    const { seconds, settings } = checkSettings(model, wanted, recorded.seconds);
    return {
      name: 'video-trial',
      asked: [prompt, seconds, settings, ...(isSame ? [] : [modelId])],
      price: listPrice({ modelId, seconds, settings }),
      work: {
        provider: this.providers.videoFor(modelId).name,
        model: modelId,
        operation: 'generate_video',
        category: videoJobs.name,
        description: `A clip of ${seconds} s, run again`,
      },
      refusedAs: QueueVideoRerun.name,
      command: (projectId, data, context) =>
        new QueueVideoRerun(
          projectId,
          {
            ...{ ...data, modelId, prompt, seconds, settings, imageUrl },
            ...(references && { references }),
            ...(looks && { looks }),
          },
          context,
        ),
    };
  }
}
