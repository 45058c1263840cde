export { accountAggregate, type AccountEvent, decideGrantRole, decideRevokeRole } from './account';
export { accountForRole } from './roles.service';
export { AccountsModule } from './accounts.module';
export { CredentialsStore } from './credentials.store';
export { signInAddresses } from './sign-in-addresses';
