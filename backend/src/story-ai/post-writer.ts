import { Inject, Injectable } from '@nestjs/common';
import { cutText, isBlank, postLimits } from '@storyreel/contracts';
import { ProviderAnswerInvalid } from '../providers/provider-errors';
import { PROVIDERS, type Providers } from '../providers/providers.token';
import type { PostQuestion } from '../providers/text/text-provider';
import { PaidText } from './paid-text';
import type { TextAsk } from './scene-writer';

/** Texts for posts. They are answered only: what becomes of them is the caller's. */
@Injectable()
export class PostWriter {
  constructor(
    @Inject(PaidText) private readonly paidText: PaidText,
    @Inject(PROVIDERS) private readonly providers: Providers,
  ) {}

  async describe({ signal, ...ask }: TextAsk, question: PostQuestion): Promise<{ description: string }> {
    const job = { ...ask, operation: 'post_description', description: 'A post description' } as const;
    return this.paidText.run({ ...job, projectId: null, sceneId: null, input: question }, async ({ holdId }) => {
      const written = await this.providers.text.postDescription(question, { idempotencyKey: holdId, signal });
      if (isBlank(written.description)) throw new ProviderAnswerInvalid('The text model sent an empty description.');
      const description = cutText(written.description, postLimits(question.platforms).characters);
      return { answer: { description }, usage: written.usage };
    });
  }
}
