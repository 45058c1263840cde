import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Throttle } from '../infra/http/throttle';
import { ROLE_BOOK, RoleGuard } from '../infra/sessions/roles';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { Mailer } from '../infra/mail';
import { CredentialsStore } from './credentials.store';
import { EraseAccount } from './erasure/erase-account';
import { KnownClientsStore } from './known-clients.store';
import { OidcClient } from '../integrations/oidc/oidc-client';
import { OidcSignIn } from './oidc/oidc-sign-in';
import {
  ChooseDatesHandler,
  RecordEmailHandler,
  RecordPasswordChangeHandler,
  RegisterAccountHandler,
  RenameAccountHandler,
} from './account';
import { OwnAccountController } from './own-account.controller';
import { ForgottenPasswordController, PasswordResetController } from './password-resets';
import { RolesService } from './roles.service';
import { SignInFlow } from './sign-in.flow';

/** Global: other domains check roles with RolesService before they show other people's data. */
@Global()
@Module({
  controllers: [AccountsController, ForgottenPasswordController, OwnAccountController, PasswordResetController],
  providers: [
    AccountsService,
    ChooseDatesHandler,
    CredentialsStore,
    EraseAccount,
    KnownClientsStore,
    OidcClient,
    Mailer,
    OidcSignIn,
    RecordEmailHandler,
    RecordPasswordChangeHandler,
    RegisterAccountHandler,
    RenameAccountHandler,
    RolesService,
    SignInFlow,
    Throttle,
    { provide: ROLE_BOOK, useExisting: RolesService },
    { provide: APP_GUARD, useClass: RoleGuard },
  ],
  exports: [ROLE_BOOK, CredentialsStore, Throttle],
})
export class AccountsModule {}
