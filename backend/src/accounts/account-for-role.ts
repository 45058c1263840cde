import { toolCommand } from '../platform/tool-command';
import type { AccountOfEmail } from './credentials.store';

/**
 * The one account that an address stands for where a role is given, or why there is none. What nobody vouches for never
 * counts: anybody may claim it.
 */
export function accountForRole(
  email: string,
  accounts: readonly AccountOfEmail[],
): { userId: string } | { refusal: string } {
  if (accounts.length === 0) return { refusal: `No account has the e-mail address ${email}. Register it first.` };
  const verified = accounts.filter(({ isVerified }) => isVerified);
  const [first, ...more] = verified;
  if (first && more.length === 0) return { userId: first.userId };
  const shown = (first ? verified : accounts).map(({ userId, by }) => `${userId} (by ${by})`).join(', ');
  const why = first
    ? `Several accounts have the e-mail address ${email}`
    : `Nobody vouches that the e-mail address ${email} belongs to who claims it`;
  return { refusal: `${why}: ${shown}. Name the right one by its ID: ${toolCommand('roles', 'grant ID ROLE')}.` };
}
