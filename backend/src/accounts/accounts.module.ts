import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Throttle } from '../infra/http/throttle';
import { ROLE_BOOK, RoleGuard } from '../infra/sessions/roles';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { CredentialsStore } from './credentials.store';
import { KnownClientsStore } from './known-clients.store';
import { OidcClient } from '../integrations/oidc/oidc-client';
import { OidcSignIn } from './oidc/oidc-sign-in';
import { RegisterAccountHandler } from './account';
import { RolesService } from './roles.service';
import { SignInFlow } from './sign-in.flow';

/** Global: other domains check roles with RolesService before they show other people's data. */
@Global()
@Module({
  controllers: [AccountsController],
  providers: [
    AccountsService,
    CredentialsStore,
    KnownClientsStore,
    OidcClient,
    OidcSignIn,
    RegisterAccountHandler,
    RolesService,
    SignInFlow,
    Throttle,
    { provide: ROLE_BOOK, useExisting: RolesService },
    { provide: APP_GUARD, useClass: RoleGuard },
  ],
  exports: [ROLE_BOOK, CredentialsStore, Throttle],
})
export class AccountsModule {}
