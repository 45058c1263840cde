import type { Allowance } from '../platform/http/throttle';

const MINUTE = 60;
const HOUR = 3_600;

/**
 * How often somebody may try, from the configured number a minute: what is counted is a failed sign-in and a new
 * account. The slower hourly limit on an e-mail address is what stops a patient guesser.
 */
export const signInAllowances = (perMinute: number, email: string, address: string): Allowance[] => [
  addressAllowance(perMinute, address),
  { key: `auth:email:${email}`, limit: perMinute, windowSeconds: MINUTE },
  { key: `auth:email-hourly:${email}`, limit: perMinute * 5, windowSeconds: HOUR },
];

export const addressAllowance = (perMinute: number, address: string): Allowance => ({
  key: `auth:address:${address}`,
  limit: perMinute,
  windowSeconds: MINUTE,
});
