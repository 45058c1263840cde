export type { AccountRegistered } from './account';
export { AccountsModule } from './accounts.module';
