import { Module } from '@nestjs/common';
import { Throttle } from '../platform/http/throttle';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { CredentialsStore } from './credentials.store';
import { KnownClientsStore } from './known-clients.store';
import { OidcClient } from './oidc/oidc-client';
import { OidcSignIn } from './oidc/oidc-sign-in';
import { RegisterAccountHandler } from './register-account';
import { SignInFlow } from './sign-in.flow';

@Module({
  controllers: [AccountsController],
  providers: [
    AccountsService,
    CredentialsStore,
    KnownClientsStore,
    OidcClient,
    OidcSignIn,
    RegisterAccountHandler,
    SignInFlow,
    Throttle,
  ],
})
export class AccountsModule {}
