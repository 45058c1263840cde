import OpenAI from 'openai';
import { CreateOutcomeUnknown, CreateRefused, ProviderAnswerInvalid, type RefusalReason } from '../provider-errors';

const REASONS: Record<number, RefusalReason> = {
  400: 'invalid-input',
  401: 'unauthorized',
  402: 'no-credit',
  403: 'unauthorized',
  404: 'not-found',
  413: 'invalid-input',
  422: 'invalid-input',
  429: 'throttled',
};

/** What a failed call means for whether it may be sent again. */
export function toCallError(error: unknown): CreateRefused | CreateOutcomeUnknown | ProviderAnswerInvalid {
  if (error instanceof OpenAI.APIUserAbortError) {
    return new CreateOutcomeUnknown('The request was cancelled while it was under way.', error);
  }
  if (error instanceof OpenAI.APIConnectionError) {
    const { code } = ((error.cause as Error | undefined)?.cause ?? error.cause ?? {}) as { code?: string };
    return code === 'ECONNREFUSED' || code === 'ENOTFOUND'
      ? new CreateRefused('The text provider cannot be reached.', { reason: 'unreachable', cause: error })
      : new CreateOutcomeUnknown('The connection to the text provider was lost.', error);
  }
  if (error instanceof OpenAI.APIError) {
    const status = Number(error.status);
    const reason = REASONS[status];
    if (!reason) return new CreateOutcomeUnknown(`The text provider answered ${status}.`, error);
    const retryAfter = Number((error.headers as Headers | undefined)?.get('retry-after'));
    return new CreateRefused(`The text provider refused the request (${status}).`, {
      reason,
      status,
      retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
      cause: error,
    });
  }
  return new ProviderAnswerInvalid('The text provider’s answer cannot be read.', error);
}
