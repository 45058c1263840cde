import { Inject, Injectable } from '@nestjs/common';
import {
  filmPrice,
  type GenerateFilmRequest,
  type GenerateFilmResponse,
  minutesAndSeconds,
  toZaps,
} from '@storyreel/contracts';
import { derivedId } from '../../../platform/ids';
import { requestHash } from '../../../platform/request-hash';
import { GenerationRequests } from '../../http/generation-requests';
import { filmJobs, RENDERER } from './film-jobs';
import { planFilm } from './film-plan';
import { checkMayFilm, QueueFilmJob } from './queue-film-job';

@Injectable()
export class FilmRequests {
  constructor(@Inject(GenerationRequests) private readonly requests: GenerationRequests) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, limit_reached, insufficient_zaps, budget_reached */
  async request(
    userId: string,
    { projectId, quality }: GenerateFilmRequest,
    commandId: string,
  ): Promise<GenerateFilmResponse> {
    const ids = { jobId: derivedId(commandId, filmJobs.name), requestHash: requestHash(projectId, quality) };
    const context = this.requests.context(userId, commandId);
    const job = await this.requests.projectJob(
      { ...ids, userId, projectId },
      (state) => {
        checkMayFilm(state, { ownerId: userId });
        const asked = planFilm(state, quality);
        return {
          kind: filmJobs,
          price: filmPrice(asked.seconds, quality),
          work: {
            provider: RENDERER,
            model: quality,
            operation: 'make_film',
            description: `A film of ${minutesAndSeconds(asked.seconds)}`,
          },
          command: (held) => new QueueFilmJob(projectId, { ...ids, ...asked, ...held }, context),
        };
      },
      context,
    );
    return { filmId: job.jobId, costInfo: { creditsUsed: toZaps(job.units) } };
  }
}
