import type { Allowance } from '../infra/http/throttle';
import { TemporaryDomainError } from '../lib/domain-error';

const MINUTE = 60;
const HOUR = 3_600;

/**
 * Returns the rate limits of a sign-in attempt. Wrong passwords slow down the client that sent them, at that account.
 * Wrong passwords of all unknown clients together slow down every unknown client. A client that has signed in to the
 * account before has only its own limit, so the owner gets in whatever others do.
 */
export function signInAllowances(free: number, email: string, client: string, isKnown: boolean): Allowance[] {
  const own = {
    key: `sign-in:account-client:${email}:${client}`,
    free,
    waitSeconds: MINUTE,
    longestWaitSeconds: HOUR,
  };
  if (isKnown) return [own];
  return [
    own,
    // Limit per client, since attackers try many accounts. Higher than one user's limit, since schools and offices
    // share a network address.
    { key: `sign-in:client:${client}`, free: free * 5, waitSeconds: 10, longestWaitSeconds: 15 * MINUTE },
    // Limit per account, since attackers also change their network address.
    { key: `sign-in:account:${email}`, free: free * 10, waitSeconds: 10, longestWaitSeconds: 15 * MINUTE },
  ];
}

/** Limits of registrations. Failed attempts count, too. */
export const registrationAllowances = (free: number, client: string): Allowance[] => [
  { key: `register:client:${client}`, free, waitSeconds: MINUTE, longestWaitSeconds: HOUR },
];

/**
 * Limits of mails: per address, so that its owner is not flooded, and per client, so that no client can flood many
 * addresses.
 */
export const mailAllowances = (email: string, client: string): Allowance[] => [
  { key: `mail:client:${client}`, free: 10, waitSeconds: MINUTE, longestWaitSeconds: HOUR },
  { key: `mail:address:${email}`, free: 3, waitSeconds: 10 * MINUTE, longestWaitSeconds: HOUR },
];

export class TooManyAttempts extends TemporaryDomainError {
  constructor(retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const wait = `${minutes} minute${minutes === 1 ? '' : 's'}`;
    super('too_many_requests', `Too many attempts. Please try again in ${wait}.`, retryAfterSeconds);
  }
}
