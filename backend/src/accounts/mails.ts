import type { Mail } from '../infra/mail';
import { RESET_HOURS } from './password';

type Content = Omit<Mail, 'to'>;

const content = (subject: string, ...paragraphs: string[]): Content => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

/** Mail with a link that sets a new password. */
export const resetMail = (link: string): Content =>
  content(
    'Set a new Storyreel password',
    'Somebody asked for a new password for your Storyreel account. Set it here:',
    link,
    `The link works once, within ${RESET_HOURS} hours, and signs you out everywhere. If it wasn't you, do nothing: your password stays as it is.`,
  );

/** Mail with a link that confirms a new address. */
export const emailMail = (link: string): Content =>
  content(
    'Confirm your e-mail address for Storyreel',
    'Open this link in the browser where you are signed in, and this becomes the address of your Storyreel account:',
    link,
    `The link works once, within ${RESET_HOURS} hours. If you didn't ask for it, do nothing.`,
  );

/** Notice to the previous address that the address was changed. */
export const emailChangedMail = (email: string): Content =>
  content(
    'Your Storyreel e-mail address was changed',
    `Your Storyreel account now has the e-mail address ${email}, and no longer this one.`,
    "If it wasn't you, tell whoever runs your Storyreel at once: your password is known to somebody else.",
  );
