import { Inject, Injectable } from '@nestjs/common';
import { filmPrice, type GenerateFilmRequest, type GenerateFilmResponse, toZaps } from '@storyreel/contracts';
import { AggregateStore } from '../../../platform/commands/aggregate-store';
import { CommandDispatcher } from '../../../platform/commands/command-dispatcher';
import { derivedId } from '../../../platform/ids';
import { requestHash } from '../../../platform/request-hash';
import { ownProject, projectAggregate, repeated } from '../../../storyboard';
import { QueuePaidJob } from '../../../zaps';
import { filmJobs, RENDERER } from './film-jobs';
import { planFilm } from './film-plan';
import { checkMayFilm, QueueFilmJob } from './queue-film-job';

@Injectable()
export class FilmRequests {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(QueuePaidJob) private readonly paidJobs: QueuePaidJob,
  ) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, limit_reached, insufficient_zaps, budget_reached */
  async request(
    userId: string,
    { projectId, quality }: GenerateFilmRequest,
    commandId: string,
  ): Promise<GenerateFilmResponse> {
    const state = ownProject(await this.store.load(projectAggregate, projectId), { ownerId: userId });
    const jobId = derivedId(commandId, filmJobs.name);
    const ids = { jobId, requestHash: requestHash(projectId, quality) };
    const known = repeated(state.jobs, ids);
    if (known) return { filmId: jobId, costInfo: { creditsUsed: toZaps(known.units) } };
    checkMayFilm(state, { ownerId: userId });
    const asked = planFilm(state, quality);
    const paid = {
      userId,
      price: filmPrice(asked.seconds, quality),
      request: { ...ids, projectId, sceneId: null },
      work: {
        provider: RENDERER,
        model: quality,
        operation: 'make_film',
        category: filmJobs.name,
        description: `A film of ${Math.round(asked.seconds)} s`,
      },
      bulk: false,
    };
    const context = this.dispatcher.context({ id: userId }, commandId);
    const { state: after } = await this.paidJobs.run(paid, context, (held) => {
      return new QueueFilmJob(projectId, { ...ids, ...asked, ...held }, context);
    });
    return { filmId: jobId, costInfo: { creditsUsed: toZaps(after.jobs[jobId]?.units ?? 0) } };
  }
}
