export { accountAggregate, type AccountEvent } from './account';
export { accountForRole } from './account-for-role';
export { AccountsModule } from './accounts.module';
export { decideGrantRole, decideRevokeRole } from './change-roles';
export { CredentialsStore } from './credentials.store';
export { signInAddresses } from './sign-in-addresses';
