export { accountAggregate } from './account';
export { AccountsModule } from './accounts.module';
