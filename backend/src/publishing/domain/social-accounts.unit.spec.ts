import { LIMITS } from '@storyreel/contracts';
import { given } from '../../testing/given-when-then';
import {
  decideConnectAccount,
  decideDeactivateAccount,
  decideRemoveAccount,
  socialAccountsAggregate,
} from './social-account';
import type { SocialAccountEvent, SocialAccountsState } from './social-account';

const asked = (accountId = 'gull', kind: 'sandbox' | 'oauth' = 'sandbox') =>
  ({ socialAccountId: `id of ${accountId}`, platform: 'youtube', accountName: 'Mine', accountId, kind }) as const;
const connected = (data: ReturnType<typeof asked> = asked()): SocialAccountEvent => ({
  type: 'SocialAccountConnected',
  data,
});
const accounts = (...past: SocialAccountEvent[]) =>
  given<SocialAccountsState, SocialAccountEvent>(socialAccountsAggregate, past);
const refused = { socialAccountId: 'id of gull', reason: 'No access.' };

describe('an account', () => {
  it('is connected, and active [SOCIAL-08]', () => {
    const none = accounts();
    none.when((state) => decideConnectAccount({ data: asked() }, state)).then([connected()]);
    none
      .when((state) => decideConnectAccount({ data: asked() }, state))
      .thenState((state) => expect(state.accounts).toMatchObject([{ id: 'id of gull', isActive: true }]));
  });

  it('is connected once, and keeps its id', () => {
    const again = { ...asked(), socialAccountId: 'another id' };
    accounts(connected())
      .when((state) => decideConnectAccount({ data: again }, state))
      .then([]);
    accounts(connected())
      .when((state) => decideConnectAccount({ data: { ...again, accountName: 'New' } }, state))
      .then([{ type: 'SocialAccountConnected', data: { ...asked(), accountName: 'New' } }]);
    accounts(connected())
      .when((state) => decideConnectAccount({ data: asked('gull', 'oauth') }, state))
      .then([connected(asked('gull', 'oauth'))]);
  });

  it('loses its access once, and regains it when it is connected again', () => {
    const deactivated: SocialAccountEvent = { type: 'SocialAccountDeactivated', data: refused };
    accounts(connected())
      .when((state) => decideDeactivateAccount(state, refused))
      .then([deactivated]);
    const inactive = accounts(connected(), deactivated);
    inactive.when((state) => decideDeactivateAccount(state, refused)).then([]);
    inactive
      .when((state) => decideConnectAccount({ data: asked() }, state))
      .thenState((state) => expect(state.accounts).toMatchObject([{ isActive: true }]));
    accounts()
      .when((state) => decideDeactivateAccount(state, refused))
      .then([]);
  });

  it('is removed once', () => {
    const removed: SocialAccountEvent = { type: 'SocialAccountRemoved', data: { socialAccountId: 'id of gull' } };
    accounts(connected())
      .when((state) => decideRemoveAccount({ data: removed.data }, state))
      .then([removed]);
    accounts(connected(), removed)
      .when((state) => decideRemoveAccount({ data: removed.data }, state))
      .refused('not_found');
  });

  it('is refused beyond a maximum number', () => {
    const full = accounts(...Array.from({ length: LIMITS.accountsPerUser }, (_, n) => connected(asked(`${n}`))));
    full.when((state) => decideConnectAccount({ data: asked('more') }, state)).refused('limit_reached');
    full.when((state) => decideConnectAccount({ data: asked('7') }, state)).then([]);
  });
});
