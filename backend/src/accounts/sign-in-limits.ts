import type { Allowance } from '../infra/http/throttle';
import { TemporaryDomainError } from '../lib/domain-error';

const MINUTE = 60;
const HOUR = 3_600;

/**
 * How somebody may try to sign in. A client's wrong passwords for one account slow down that client at that account,
 * and those of all strangers together slow down strangers. A client that was let into the account before is counted by
 * itself: whatever others do, its owner gets in.
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
    // Schools and offices share an address, and attackers change the account.
    { key: `sign-in:client:${client}`, free: free * 5, waitSeconds: 10, longestWaitSeconds: 15 * MINUTE },
    // Attackers change the address, too.
    { key: `sign-in:account:${email}`, free: free * 10, waitSeconds: 10, longestWaitSeconds: 15 * MINUTE },
  ];
}

/** New accounts count, whether they succeed or not. */
export const registrationAllowances = (free: number, client: string): Allowance[] => [
  { key: `register:client:${client}`, free, waitSeconds: MINUTE, longestWaitSeconds: HOUR },
];

export class TooManyAttempts extends TemporaryDomainError {
  constructor(retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const wait = `${minutes} minute${minutes === 1 ? '' : 's'}`;
    super('too_many_requests', `Too many attempts. Please try again in ${wait}.`, retryAfterSeconds);
  }
}
