import { CreateOutcomeUnknown, CreateRefused, ProviderAnswerInvalid, ProviderUnavailable } from '../provider-errors';

/** Why a text that was being written came to nothing, for people; null for an error after which it is tried again. */
export function textFailure(error: unknown): string | null {
  if (error instanceof CreateRefused) {
    return error.reason === 'throttled'
      ? 'The text model is busy. Please try again in a while. Nothing was charged.'
      : 'The text model refused the request. Nothing was charged.';
  }
  if (error instanceof CreateOutcomeUnknown || error instanceof ProviderUnavailable)
    return 'The connection to the text model was lost. Nothing was charged.';
  if (error instanceof ProviderAnswerInvalid) return "The text model's answer couldn't be used. Nothing was charged.";
  return null;
}
