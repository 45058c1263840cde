import { cutText, type RecordedError } from '@storyreel/contracts';
import { toError } from '../../platform/to-error';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  OutputGone,
  OutputTooLarge,
  PredictionNotFound,
  ProviderAnswerInvalid,
  ProviderUnavailable,
} from '../provider-errors';

const MAX_MESSAGE = 2_000;
const FINAL = [CreateOutcomeUnknown, OutputGone, OutputTooLarge, PredictionNotFound, ProviderAnswerInvalid];

function isRetryable(error: unknown): boolean | null {
  if (error instanceof CreateRefused) return error.retryableSoon;
  if (error instanceof ProviderUnavailable) return true;
  return FINAL.some((kind) => error instanceof kind) ? false : null;
}

/** @param text leaves out what may not be kept */
export function recordedError(thrown: unknown, text: (message: string) => string): RecordedError {
  const error = toError(thrown);
  const refusal = error instanceof CreateRefused ? { reason: error.reason, status: error.status } : {};
  const message = cutText(text(error.message), MAX_MESSAGE);
  return { type: error.name, message, retryable: isRetryable(error), ...refusal };
}

/** The error that was recorded, as a caller of the provider knows it. */
export function errorOf({ type, message, reason = 'invalid-input', status, retryable }: RecordedError): Error {
  switch (type) {
    case 'CreateRefused': {
      // What was not waited for then is not waited for by a replay either.
      const wish = retryable === false ? { retryAfterSeconds: Infinity } : {};
      return new CreateRefused(message, { reason: reason as CreateRefused['reason'], status, ...wish });
    }
    case 'CreateOutcomeUnknown':
      return new CreateOutcomeUnknown(message);
    case 'PredictionNotFound':
      return new PredictionNotFound('');
    case 'OutputGone':
      return new OutputGone(message);
    case 'OutputTooLarge':
      return new OutputTooLarge(0);
    case 'ProviderUnavailable':
      return new ProviderUnavailable(message);
    case 'ProviderAnswerInvalid':
      return new ProviderAnswerInvalid(message);
    default:
      return Object.assign(new Error(message), { name: type });
  }
}
