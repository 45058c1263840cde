import { CreateOutcomeUnknown, CreateRefused, ProviderAnswerInvalid, ProviderUnavailable } from '../provider-errors';
import { refusalWords } from '../refusal-words';

const TEXTS = { maker: 'The text model', otherwise: 'A shorter text may help.' };

/** Why a text that was being written came to nothing, for people; null for an error after which it is tried again. */
export function textFailure(error: unknown): string | null {
  if (error instanceof CreateRefused) return `${refusalWords(error, TEXTS)} Nothing was charged.`;
  if (error instanceof CreateOutcomeUnknown || error instanceof ProviderUnavailable)
    return 'The connection to the text model was lost. Nothing was charged.';
  if (error instanceof ProviderAnswerInvalid) return "The text model's answer couldn't be used. Nothing was charged.";
  return null;
}
