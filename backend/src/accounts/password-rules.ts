import { LIMITS, registerRequestSchema } from '@storyreel/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** In lower case; from leaked lists, most used first. */
const COMMON = new Set(dictionary['passwords-common']);

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Why nobody should have this password; null when nothing is wrong with it. */
export function passwordFault(password: string, email: string): string | null {
  const plain = password.normalize('NFKC');
  if (COMMON.has(plain.toLowerCase())) return 'is too common';
  if (sameText(plain, email) || sameText(plain, email.slice(0, email.lastIndexOf('@')))) {
    return 'must not be your e-mail address or part of it';
  }
  return null;
}

/** The contract's shape, and a password that cannot be guessed at once. */
export const registrationSchema = registerRequestSchema.superRefine(({ password, email }, context) => {
  // One fault at a time: many common ones are too short as well.
  const message = password.length < LIMITS.passwordMin ? null : passwordFault(password, email);
  if (message !== null) context.addIssue({ code: 'custom', path: ['password'], message });
});
