import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LIMITS, registerRequestSchema } from '@storyreel/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordCost } from '../infra/config/key-settings';
import { createBulkhead } from '../lib/concurrency';
import { DomainError } from '../lib/domain-error';

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Returns a hash as text of the form scrypt$N$r$p$salt$key. It includes the cost, so hashes made at a lower cost stay
 * valid.
 * @throws TemporaryDomainError when too many hashes are waiting
 */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await inLine(() => derive(password, salt, KEY_BYTES, cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * @throws Error when the stored text is not one of our hashes; TemporaryDomainError when too many hashes are waiting
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('Not a password hash');
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await inLine(() => derive(password, Buffer.from(salt, 'base64url'), expected.length, cost));
  return timingSafeEqual(actual, expected);
}

/**
 * Maximum hashes computed at once. Each occupies one of the four pool threads that also serve files and DNS, and one
 * processor is left to the event loop.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/**
 * Maximum number of waiting hashes: ten seconds of work. Further ones are refused at once, since a long wait would cost
 * people more time than a retry.
 */
const WAITING = 60 * AT_ONCE;
const inLine = createBulkhead(
  { atOnce: AT_ONCE, waiting: WAITING },
  'Many people are signing in. Please try again in a few seconds.',
  10,
);

function derive(password: string, salt: Buffer, bytes: number, cost: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 128 * cost.N * cost.r * 2 };
  return new Promise((resolve, reject) => {
    // NFKC gives the same text for both encodings of 'é', which differ between keyboards.
    scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Hours for which a link for a new password or a new e-mail address is valid. */
export const RESET_HOURS = 24;

export const linkExpiry = (now: Date): Date => new Date(now.getTime() + RESET_HOURS * 60 * 60_000);

/** 256 random bits cannot be guessed, so a fast hash of them is enough. */
export const newResetToken = (): string => randomBytes(32).toString('base64url');
export const resetTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
/** Returns the path and query of a reset link. */
export const resetAddress = (token: string): string => `/api/login/reset?token=${token}`;

/**
 * Returns the path and query of a link that confirms an e-mail address. The link opens a screen of the app, since only
 * the account's owner may confirm the address.
 */
export const emailAddress = (token: string): string => `/settings?confirm=${token}`;

/** Common passwords from leaked lists in lower case, most used first. */
const COMMON = new Set(dictionary['passwords-common']);

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns why a password is too easy to guess, or null. */
export function passwordFault(password: string, email: string): string | null {
  const plain = password.normalize('NFKC');
  if (COMMON.has(plain.toLowerCase())) return 'is too common';
  if (sameText(plain, email) || sameText(plain, email.slice(0, email.lastIndexOf('@')))) {
    return 'must not be your e-mail address or part of it';
  }
  return null;
}

/** @throws DomainError bad_request when a password is too easy to guess */
export function checkPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (fault !== null) throw new DomainError('bad_request', `The password ${fault}.`);
}

/** The contract's schema, plus a check for passwords that are easy to guess. */
export const registrationSchema = registerRequestSchema.superRefine(({ password, email }, context) => {
  // Reports one fault at a time: many common passwords are also too short.
  const message = password.length < LIMITS.passwordMin ? null : passwordFault(password, email);
  if (message !== null) context.addIssue({ code: 'custom', path: ['password'], message });
});
