import { Inject, Injectable } from '@nestjs/common';
import type { PostQuestion } from '../providers/text/text-provider';
import { composePost } from './domain/compose-texts';
import { PaidText } from './paid-text';
import type { TextAsk } from './scene-writer';

/** Texts for posts. They are answered only: what becomes of them is the caller's. */
@Injectable()
export class PostWriter {
  constructor(@Inject(PaidText) private readonly paidText: PaidText) {}

  async describe({ signal, ...ask }: TextAsk, question: PostQuestion): Promise<{ description: string }> {
    const job = { ...ask, operation: 'post_description', description: 'A post description' } as const;
    return this.paidText.run({ ...job, projectId: null, sceneId: null, input: question }, async ({ holdId, text }) => {
      const written = await text.postDescription(question, { idempotencyKey: holdId, signal });
      return { answer: composePost(written, question.platforms), usage: written.usage };
    });
  }
}
