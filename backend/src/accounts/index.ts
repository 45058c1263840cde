export { accountAggregate, type AccountEvent, decideGrantRole, decideRecordEmail, decideRevokeRole } from './account';
export { accountForRole } from './roles.service';
export { AccountsModule } from './accounts.module';
export { linkExpiry, newResetToken, RESET_HOURS, resetAddress, resetTokenHash } from './password';
export { CredentialsStore } from './credentials.store';
export { KnownClientsStore } from './known-clients.store';
export { signInAddresses } from './sign-in-addresses';
export { eraseAgain } from './erasure/erased-list';
