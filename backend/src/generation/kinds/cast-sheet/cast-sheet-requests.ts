import { Inject, Injectable } from '@nestjs/common';
import { imagesPrice, referencesOf, sheetWords } from '@storyreel/contracts';
import type { CastMember, drawSheetRequestSchema, Project } from '@storyreel/contracts';
import type { z } from 'zod';
import { OfferedModels } from '../../../integrations/offered-models';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { requestHash } from '../../../lib/hash';
import { derivedId } from '../../../lib/ids';
import { ProjectQueries } from '../../../projects/storyboard';
import { CastReferences } from '../../cast-references';
import { GenerationRequests } from '../../http/generation-requests';
import { castSheets, memberToDraw, QueueCastSheet } from './cast-sheet-job';

type Body = z.output<typeof drawSheetRequestSchema>;

@Injectable()
export class CastSheetRequests {
  constructor(
    private readonly requests: GenerationRequests,
    private readonly projects: ProjectQueries,
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'imageFor'>,
    @Inject(OfferedModels) private readonly offered: Pick<OfferedModels, 'check'>,
    @Inject(CastReferences) private readonly cast: Pick<CastReferences, 'of'>,
  ) {}

  /** @throws DomainError not_found, bad_request, conflict, insufficient_zaps, budget_reached, idempotency_key_reused */
  async request(userId: string, projectId: string, body: Body, commandId: string): Promise<Project> {
    const { memberId, model } = body;
    const ids = {
      jobId: derivedId(commandId, castSheets.name),
      requestHash: requestHash(castSheets.name, projectId, memberId, model),
    };
    const context = this.requests.context(userId, commandId);
    await this.requests.projectJob(
      { ...ids, userId, projectId },
      async (state, check) => {
        const member = await check(QueueCastSheet.name, { ...ids, memberId, model }, () =>
          memberToDraw(state, memberId),
        );
        this.offered.check(model);
        const words = sheetWords(member, await this.requests.style(state));
        const { references } = await this.cast.of({ cast: [], looks: [], wanted: leadOf(member, model) }, userId);
        const asked = { memberId, model, ...words, views: [...words.views], ...(references && { references }) };
        return {
          kind: castSheets,
          price: imagesPrice(words.views.length, model, references?.length),
          work: {
            provider: this.providers.imageFor(model).name,
            model,
            operation: 'generate_image',
            description: `A cast sheet: ${words.views.length} images`,
          },
          command: (held) => new QueueCastSheet(projectId, { ...ids, ...asked, ...held }, context),
        };
      },
      context,
    );
    return this.projects.one(projectId, userId);
  }
}

/** Returns the member's first picture, if the model takes reference pictures. */
function leadOf({ name, kind, pictures: [lead] }: CastMember, model: string) {
  return lead && (referencesOf(model)?.most ?? 0) > 0 ? [{ name, kind, url: lead.url, hash: lead.hash }] : [];
}
