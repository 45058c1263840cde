import type { SocialAccount } from '@storyreel/contracts';
import type { StatusColour } from '../../ui';

export interface ConnectionState {
  colour: StatusColour;
  text: 'Connected & Active' | 'Connected but Inactive' | 'Not Connected';
}

/** Of a platform with these accounts. */
export function connectionState(accounts: readonly Pick<SocialAccount, 'isActive'>[]): ConnectionState {
  if (accounts.some(({ isActive }) => isActive)) return { colour: 'green', text: 'Connected & Active' };
  if (accounts.length > 0) return { colour: 'yellow', text: 'Connected but Inactive' };
  return { colour: 'red', text: 'Not Connected' };
}
