import type { CreateRefused, RefusalReason } from './provider-errors';

interface Refused {
  /** Who refused: 'The text model'. */
  maker: string;
  /** What may help where the request itself is not taken. */
  otherwise: string;
}

const TELL = 'Please tell whoever runs this installation.';
const notSetUp = ({ maker }: Refused): string => `${maker} isn't set up rightly, so trying again won't help. ${TELL}`;

const WORDS: Record<RefusalReason, (of: Refused) => string> = {
  throttled: ({ maker }) => `${maker} is busy. Please try again in a while.`,
  unreachable: ({ maker }) => `${maker} can't be reached. Please try again in a while.`,
  aborted: ({ maker }) => `${maker} was no longer waited for.`,
  'no-credit': ({ maker }) => `${maker}'s account is used up, so trying again won't help yet. ${TELL}`,
  unauthorized: notSetUp,
  'not-found': notSetUp,
  'invalid-input': ({ maker, otherwise }) =>
    `${maker} doesn't take this request, so trying it again won't help. ${otherwise}`,
};

/**
 * What a creator can do about a refusal. What exactly the provider said is for those who run the installation: it stands
 * in the run's recording and in the log.
 */
export const refusalWords = ({ reason }: CreateRefused, of: Refused): string => WORDS[reason](of);
