import type { AccountEvent } from '../../../accounts';
import type { View } from '../../../eventsourcing/views/view';

/** The e-mail address of each account, according to the log. */
export interface AccountEmailRow {
  userId: string;
  email: string;
}

type AddressEvent = Extract<AccountEvent, { type: 'AccountRegistered' | 'AccountEmailChanged' }>;

export const accountEmailView: View<AccountEmailRow, AddressEvent> = {
  name: 'account_email',
  version: 2,
  columns: { userId: { type: 'uuid' }, email: { type: 'text' } },
  key: 'userId',
  indexes: [['email']],
  types: ['AccountRegistered', 'AccountEmailChanged'],
  ignoresRow: true,
  keys: (event) => [event.data.accountId],
  evolve: (_row, event, userId) => ({ userId, email: event.data.email }),
};
