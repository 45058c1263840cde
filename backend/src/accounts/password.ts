import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LIMITS, registerRequestSchema } from '@storyreel/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordCost } from '../infra/config/key-settings';
import { createBulkhead } from '../lib/concurrency';

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Text of the form scrypt$N$r$p$salt$key: a stronger cost later leaves the older hashes valid.
 * @throws TemporaryDomainError when too many wait already
 */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await inLine(() => derive(password, salt, KEY_BYTES, cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** @throws Error when the stored text is no hash of ours; TemporaryDomainError when too many wait already */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('Not a password hash');
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await inLine(() => derive(password, Buffer.from(salt, 'base64url'), expected.length, cost));
  return timingSafeEqual(actual, expected);
}

/** Each takes a thread of the pool of four that serves files and names too; one processor is left to the event loop. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Ten seconds' worth. Who comes later is told at once, and loses less time than by waiting. */
const WAITING = 60 * AT_ONCE;
const inLine = createBulkhead(
  { atOnce: AT_ONCE, waiting: WAITING },
  'Many people are signing in. Please try again in a few seconds.',
  10,
);

function derive(password: string, salt: Buffer, bytes: number, cost: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 128 * cost.N * cost.r * 2 };
  return new Promise((resolve, reject) => {
    // One way to write each character: 'é' typed on two keyboards is the same password.
    scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

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
