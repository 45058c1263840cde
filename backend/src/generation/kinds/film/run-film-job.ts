import { Inject, Injectable } from '@nestjs/common';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { Job, JobHandler, JobRequest } from '../../../platform/processes/process';
import { decideComplete, decideStart } from '../../domain/job-steps';
import { JobOrchestrator } from '../../workers/generation-process-manager';
import { GENERATION_ATTEMPTS, reasonFor } from '../../workers/generation-worker';
import { NoLongerWanted } from '../../workers/run-generation';
import { whileWanted } from '../../workers/while-wanted';
import { FILM_QUEUE, filmJobs, RENDERER } from './film-jobs';
import { FILM_MAKER, type FilmMaker } from './film-maker';
import { throttleProgress } from './film-progress';

const TOO_LARGE =
  'It may not have the memory for this film: make it as a draft or in 720p, or ask whoever runs this server for more.';

/**
 * Makes the film of a queued job. No provider is asked: whoever is killed while making it has kept the finished parts,
 * and whoever takes the job next goes on from there.
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
    @Inject(JobOrchestrator) private readonly manager: JobOrchestrator,
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
      await this.write(job, 'complete', (state, jobId) => decideComplete(filmJobs, state, jobId, { ...made, usd: 0 }));
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

  private write(
    job: Job,
    step: string,
    decide: Parameters<JobOrchestrator['jobs']['write']>[2],
  ): Promise<void> {
    return this.manager.jobs.write(job, { worker: this.worker, step }, decide);
  }
}
