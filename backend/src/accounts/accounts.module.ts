import { Module } from '@nestjs/common';
import { ThrottleModule } from '../platform/http/throttle.module';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { CredentialsStore } from './credentials.store';
import { KnownClientsStore } from './known-clients.store';
import { OidcClient } from './oidc/oidc-client';
import { OidcSignIn } from './oidc/oidc-sign-in';
import { RegisterAccountHandler } from './register-account';
import { SignInFlow } from './sign-in.flow';

@Module({
  imports: [ThrottleModule],
  controllers: [AccountsController],
  providers: [
    AccountsService,
    CredentialsStore,
    KnownClientsStore,
    OidcClient,
    OidcSignIn,
    RegisterAccountHandler,
    SignInFlow,
  ],
})
export class AccountsModule {}
