import type { Allowance } from '../platform/http/throttle';

/** How often somebody may try. Failed sign-ins count, and so does every new account. */
export interface SignInLimits {
  windowSeconds: number;
  failuresPerEmail: number;
  failuresPerAddress: number;
  accountsPerAddress: number;
}
export const SIGN_IN_LIMITS = Symbol('SignInLimits');
export const defaultSignInLimits: SignInLimits = {
  windowSeconds: 15 * 60,
  failuresPerEmail: 10,
  failuresPerAddress: 100,
  accountsPerAddress: 500,
};

export const signInAllowances = (limits: SignInLimits, email: string, address: string): Allowance[] => [
  { key: `sign-in:email:${email}`, limit: limits.failuresPerEmail, windowSeconds: limits.windowSeconds },
  { key: `sign-in:address:${address}`, limit: limits.failuresPerAddress, windowSeconds: limits.windowSeconds },
];

export const registrationAllowance = (limits: SignInLimits, address: string): Allowance => ({
  key: `register:address:${address}`,
  limit: limits.accountsPerAddress,
  windowSeconds: limits.windowSeconds,
});
