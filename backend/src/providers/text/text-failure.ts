import {
  CreateOutcomeUnknown,
  CreateRefused,
  ProviderAnswerInvalid,
  ProviderUnavailable,
  type RefusalReason,
} from '../provider-errors';

const NOT_SET_UP =
  "The text model isn't set up rightly: trying again won't help. Please tell whoever runs this installation.";
/** What a creator can do about a refusal. What exactly the provider said is in the run and in the log. */
const REFUSED: Record<RefusalReason, string> = {
  throttled: 'The text model is busy. Please try again in a while.',
  unreachable: "The text model can't be reached. Please try again in a while.",
  aborted: 'The text was given up.',
  'no-credit': 'The account of the text model is used up. Please tell whoever runs this installation.',
  unauthorized: NOT_SET_UP,
  'not-found': NOT_SET_UP,
  'invalid-input': "The text model doesn't take this request: trying again won't help, a shorter text may.",
};

/** Why a text that was being written came to nothing, for people; null for an error after which it is tried again. */
export function textFailure(error: unknown): string | null {
  if (error instanceof CreateRefused) return `${REFUSED[error.reason]} Nothing was charged.`;
  if (error instanceof CreateOutcomeUnknown || error instanceof ProviderUnavailable)
    return 'The connection to the text model was lost. Nothing was charged.';
  if (error instanceof ProviderAnswerInvalid) return "The text model's answer couldn't be used. Nothing was charged.";
  return null;
}
