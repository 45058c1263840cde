import { Inject, Injectable } from '@nestjs/common';
import { filmPrice } from '@storyreel/contracts';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, JobRequest } from '../../../eventsourcing/reactors/reactor';
import type { FilmAsked, FilmMade, GenerationJob, ProjectEvent, ProjectState } from '../../../projects/storyboard';
import { decideComplete, decideStart } from '../../domain/job-steps';
import { NotRecorded } from '../../replay/recorded-answers';
import { GENERATION_ATTEMPTS, JobOrchestrator, reasonFor } from '../../workers/job-orchestrator';
import type { KindReplay } from '../../workers/kind-parts';
import { GenerationFailed, NoLongerWanted, whileWanted } from '../../workers/run-generation';
import { decideQueueFilmJob, FILM_QUEUE, filmJobs, QueueFilmJob, RENDERER } from './film-job';
import type { FilmJobData } from './film-job';

export interface FilmOrder {
  job: GenerationJob<FilmAsked>;
  ownerId: string;
  signal: AbortSignal;
  /** Called with the progress, 0 to 1, and the current step. */
  onProgress: (progress: number, step: string) => void;
}

/** A finished film. In a replay, it includes the stored decision whether it is a draft. */
export type MadeFilm = Omit<FilmMade, 'isDraft'> & Partial<Pick<FilmMade, 'isDraft'>>;

/** Makes a film and stores its files. */
export interface FilmMaker {
  /** @throws GenerationFailed for a failure that a retry would not fix */
  make(order: FilmOrder): Promise<MadeFilm>;
}
export const FILM_MAKER = Symbol('FilmMaker');

/** Maximum number of progress events per film, so that a long film does not store more events than a short one. */
const TIMES = 20;

/**
 * Forwards progress, one report at a time, and only when another step is reached. If a report cannot be stored, it is
 * dropped.
 */
export function throttleProgress(tell: (progress: number, step: string) => Promise<void>): {
  hear: (progress: number, step: string) => void;
  settled(): Promise<void>;
} {
  let told = 0;
  let line = Promise.resolve();
  return {
    hear(progress, step) {
      const reached = Math.floor(progress * TIMES) / TIMES;
      if (reached <= told) return;
      told = reached;
      // A film must not fail because its progress could not be stored.
      line = line.then(() => tell(reached, step)).catch(() => undefined);
    },
    settled: () => line,
  };
}

const TOO_LARGE =
  'It may not have the memory for this film: make it as a draft or in 720p, or ask the operator of this server for more.';

/**
 * Makes the film of a queued job. No provider is called. If the worker is killed, its finished parts stay, and the next
 * worker resumes with them.
 */
@Injectable()
@JobWorker()
export class RunFilmJob implements JobHandler {
  readonly queue = FILM_QUEUE;
  readonly worker = 'run-film-job';
  readonly maxAttempts = GENERATION_ATTEMPTS;
  readonly fair = true;
  readonly endangersNode = true;
  readonly concurrency = 1;

  constructor(
    private readonly manager: JobOrchestrator,
    @Inject(FILM_MAKER) private readonly maker: FilmMaker,
  ) {}

  run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    return this.manager.attempt(this.worker, job, signal, async () => {
      const { jobs } = this.manager;
      await this.write(job, 'start', (state, jobId) => decideStart(state, jobId, RENDERER));
      const film = await jobs.wanted(job, filmJobs);
      if (!film) throw new NoLongerWanted();
      const isWanted = () => jobs.isWanted(job, filmJobs);
      const told = throttleProgress((progress, step) => this.advance(job, progress, step));
      const order = { job: film, ownerId: job.ownerId, onProgress: told.hear };
      const made = await whileWanted(isWanted, signal, (ends) => this.maker.make({ ...order, signal: ends }));
      await told.settled();
      const stored = await this.manager.withHashes(made);
      await this.write(job, 'complete', (state, jobId) => decideFilmed(state, jobId, film.queued, stored));
      return [];
    });
  }

  exhausted(job: Job, error: Error): Promise<void> {
    const reason = reasonFor(error, "Couldn't make the film. Please try again.", TOO_LARGE);
    return this.manager.fail(this.worker, job, reason);
  }

  private advance(job: Job, progress: number, step: string): Promise<void> {
    return this.write(job, `advance ${progress} ${job.attempt}`, (state, filmId) =>
      state.jobs[filmId]?.status === 'started' ? [{ type: 'FilmAdvanced', data: { filmId, progress, step } }] : [],
    );
  }

  private write(job: Job, step: string, decide: Parameters<JobOrchestrator['jobs']['write']>[2]): Promise<void> {
    return this.manager.jobs.write(job, { worker: this.worker, step }, decide);
  }
}

/**
 * Completes a film. A project's first film becomes its final video, even in draft quality; a later draft does not
 * replace it.
 */
export function decideFilmed(
  state: ProjectState,
  jobId: string,
  { quality }: Pick<FilmAsked, 'quality'>,
  made: MadeFilm,
): ProjectEvent[] {
  const isDraft = made.isDraft ?? (quality === 'draft' && state.fields.completedVideoUrl !== null);
  return decideComplete(filmJobs, state, jobId, { ...made, isDraft, usd: 0 });
}

/** Takes the outcome from the log and renders nothing. A film that is still being made has no outcome. */
export const filmReplay: KindReplay = {
  port: null,
  price: (queued) => filmPrice((queued as FilmAsked).seconds, (queued as FilmAsked).quality),
  queue: ({ projectId, queued }, context, state, environment) => {
    return decideQueueFilmJob(new QueueFilmJob(projectId, queued as FilmJobData, context), state, environment);
  },
  worker: ({ manager, run: { completed, failed } }) =>
    new RunFilmJob(manager, {
      make: () => {
        if (completed) return Promise.resolve(completed as FilmMade);
        return Promise.reject(failed === null ? new NotRecorded('It is being made') : new GenerationFailed(failed));
      },
    }),
  saved: () => new Map(),
};
