import type { AnyView } from '../platform/views/view';

export type { AccountRegistered } from './account';
export { AccountsModule } from './accounts.module';

/** Accounts are read from the session; nothing else asks for them. */
export const accountsViews: AnyView[] = [];
