import { screen, waitFor, within } from '@testing-library/react';
import { socialAccountOf } from '../../../testing/social-fixtures';
import { findToast, inCard, openSocial, type SocialStage } from '../../../testing/social-stage';
import { leaveApp } from '../../../testing/render-app';

afterEach(leaveApp);

const STRIP = 'Platform Connections';
const indicator = async (name: string): Promise<HTMLElement> =>
  (await inCard(STRIP)).findByRole('button', { name: new RegExp(name) });
/** Opens a platform's card and returns its content. */
async function openCard({ user }: SocialStage, name: string) {
  await user.click(await indicator(name));
  return within(await screen.findByRole('dialog', { name }));
}

describe('the strip of platforms', () => {
  it('has one indicator for each platform, with a dot that says how it is connected [SOCIAL-02, SOCIAL-03]', async () => {
    openSocial({ accounts: [socialAccountOf('youtube'), socialAccountOf('instagram', { isActive: false })] });
    await indicator('YouTube');
    const strip = await inCard(STRIP);
    expect(strip.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'YouTube',
      'Instagram',
      'TikTok',
    ]);
    const dots = strip.getAllByRole('img').map((dot) => [dot.dataset.colour, dot.getAttribute('aria-label')]);
    expect(dots).toEqual([
      ['green', 'Connected & Active'],
      ['yellow', 'Connected but Inactive'],
      ['red', 'Not Connected'],
    ]);
  });

  it('shows a placeholder while accounts load [SOCIAL-02]', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    openSocial({
      prepare: (server) => server.on('GET', '/api/social/accounts', () => asked.then(() => ({ json: [] }))),
    });
    const strip = await inCard(STRIP);
    expect(await strip.findByText('Loading accounts')).toBeTruthy();
    expect(strip.queryByRole('button')).toBeNull();
    answer();
    await indicator('YouTube');
    expect(strip.queryByText('Loading accounts')).toBeNull();
  });

  it('offers to read the accounts again after a failure', async () => {
    const { server, user } = openSocial({ prepare: (made) => made.fail('GET', '/api/social/accounts', 503) });
    const retry = await (await inCard(STRIP)).findByRole('button', { name: 'Try Again' });
    server.on('GET', '/api/social/accounts', () => ({ json: [] }));
    await user.click(retry);
    await indicator('YouTube');
  });
});

describe('the return from a platform', () => {
  it.each([
    ['connected', 'Account Connected', 'Social media account has been connected successfully'],
    ['failed', 'Connection Failed', 'Failed to connect social media account'],
  ])(
    'with %s shows one message, and keeps the current project [SOCIAL-11, SOCIAL-12]',
    async (consent, title, words) => {
      const { address } = openSocial({ consent });
      await findToast(title, words);
      await waitFor(() => expect(address()).not.toContain('consent'));
      expect(screen.getAllByText(title)).toHaveLength(1);
    },
  );

  it('without all permissions names the missing ones', async () => {
    const about = { platform: 'youtube', missing: 'https://www.googleapis.com/auth/youtube.upload' };
    openSocial({ consent: 'incomplete', about });
    await findToast(
      'Permissions Missing',
      "YouTube didn't allow us to upload videos. Connect again and leave every permission selected.",
    );
  });

  it('with anything else is ignored', async () => {
    openSocial({ consent: 'nonsense' });
    await indicator('YouTube');
    expect(screen.queryByText('Account Connected')).toBeNull();
    expect(screen.queryByText('Connection Failed')).toBeNull();
  });
});

describe('the card of a platform', () => {
  it.each([
    ['YouTube', 'Connected & Active'],
    ['Instagram', 'Connected but Inactive'],
    ['TikTok', 'Not Connected'],
  ])('says of %s: %s [SOCIAL-04]', async (name, text) => {
    const stage = openSocial({
      accounts: [socialAccountOf('youtube'), socialAccountOf('instagram', { isActive: false })],
    });
    expect((await openCard(stage, name)).getByText(text)).toBeTruthy();
  });

  it.each([
    [true, 'Active'],
    [false, 'Inactive'],
  ])('shows an account, whether it is active (%s), and the available actions [SOCIAL-05]', async (isActive, word) => {
    const stage = openSocial({ accounts: [socialAccountOf('youtube', { isActive })] });
    const card = await openCard(stage, 'YouTube');
    expect(card.getByText('My YouTube Account')).toBeTruthy();
    expect(card.getByText(word)).toBeTruthy();
    expect(card.getByRole('button', { name: 'Manage' })).toHaveProperty('disabled', true);
    expect(card.getByRole('button', { name: 'Remove My YouTube Account' })).toHaveProperty('disabled', false);
    expect(card.queryByRole('button', { name: 'Connect Account' })).toBeNull();
    expect(card.getByText('Sandbox')).toBeTruthy();
  });

  it('offers to connect where there is no account [SOCIAL-06]', async () => {
    const card = await openCard(openSocial(), 'TikTok');
    expect(card.getByRole('button', { name: 'Connect Account' })).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Manage' })).toBeNull();
  });

  it('reports that the platforms could not be read, and reads them again', async () => {
    const stage = openSocial({ prepare: (made) => made.fail('GET', '/api/social/connections', 503) });
    const card = await openCard(stage, 'TikTok');
    await card.findByText("Couldn't load the connection options.");
    expect(card.queryByRole('button', { name: 'Connect Account' })).toBeNull();
    stage.server.on('GET', '/api/social/connections', () => ({
      json: [{ platform: 'tiktok', kind: 'sandbox', authorizeUrl: null }],
    }));
    await stage.user.click(card.getByRole('button', { name: 'Try Again' }));
    expect(await card.findByRole('button', { name: 'Connect Account' })).toHaveProperty('disabled', false);
  });

  it('opens on hover, without moving the focus, and closes when the mouse leaves', async () => {
    const { user } = openSocial();
    const trigger = await indicator('TikTok');
    await user.hover(trigger);
    expect(await screen.findByRole('dialog', { name: 'TikTok' })).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'TikTok' }).contains(document.activeElement)).toBe(false);
    await user.unhover(trigger);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens by keyboard, with the focus in it, and returns it', async () => {
    const { user } = openSocial();
    const trigger = await indicator('TikTok');
    trigger.focus();
    await user.keyboard('{Enter}');
    const card = await screen.findByRole('dialog', { name: 'TikTok' });
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });
});

describe('connecting', () => {
  it('sends a placeholder token, a name and a random id, and confirms it [SOCIAL-09, SOCIAL-11]', async () => {
    const stage = openSocial();
    await stage.user.click((await openCard(stage, 'YouTube')).getByRole('button', { name: 'Connect Account' }));
    const told = await findToast('Account Connected', 'Social media account has been connected successfully');
    expect(told).toBe('default');
    const [sent] = stage.server.sent('POST', '/api/social/accounts');
    expect(sent?.body).toEqual({
      platform: 'youtube',
      accountName: 'My YouTube Account',
      accountId: expect.stringMatching(/^account-[\w-]{21}$/),
      accessToken: 'placeholder-token',
      isActive: true,
    });
    await waitFor(async () => expect((await indicator('YouTube')).querySelector('[data-colour="green"]')).toBeTruthy());
  });

  it('adds the same account when it is repeated after a lost answer', async () => {
    const stage = openSocial();
    const lost = new Error('gone');
    const accounts = stage.server.data.social.accounts;
    stage.server.disconnect('POST', '/api/social/accounts');
    const connect = (await openCard(stage, 'YouTube')).getByRole('button', { name: 'Connect Account' });
    await stage.user.click(connect);
    expect(await findToast('Connection Failed', 'Failed to connect social media account')).toBe('destructive');
    await stage.user.click(connect);
    await waitFor(() => expect(stage.server.sent('POST', '/api/social/accounts')).toHaveLength(2));
    const [first, second] = stage.server.sent('POST', '/api/social/accounts');
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    expect([lost.message, accounts.live]).toEqual(['gone', []]);
  });

  it('shows an error when it failed [SOCIAL-12]', async () => {
    const stage = openSocial({ prepare: (server) => server.fail('POST', '/api/social/accounts', 500) });
    await stage.user.click((await openCard(stage, 'YouTube')).getByRole('button', { name: 'Connect Account' }));
    expect(await findToast('Connection Failed', 'Failed to connect social media account')).toBe('destructive');
  });
});

describe('removing an account', () => {
  const remove = async (stage: SocialStage): Promise<void> =>
    stage.user.click((await openCard(stage, 'YouTube')).getByRole('button', { name: 'Remove My YouTube Account' }));

  it('deletes it and confirms it [SOCIAL-10]', async () => {
    const account = socialAccountOf('youtube');
    const stage = openSocial({ accounts: [account] });
    await remove(stage);
    expect(await findToast('Account Removed', 'Social media account has been disconnected')).toBe('default');
    expect(stage.server.sent('DELETE', `/api/social/accounts/${account.id}`)).toHaveLength(1);
    await waitFor(async () => expect((await indicator('YouTube')).querySelector('[data-colour="red"]')).toBeTruthy());
  });

  it('shows an error when it failed, and the account is still listed [SOCIAL-13]', async () => {
    const stage = openSocial({
      accounts: [socialAccountOf('youtube')],
      prepare: (server) => server.fail('DELETE', '/api/social/accounts/:id', 500),
    });
    await remove(stage);
    // The list is refetched after the refusal.
    await waitFor(() => expect(stage.server.sent('GET', '/api/social/accounts')).toHaveLength(2));
    expect(await findToast("Couldn't disconnect the account", 'It went wrong.')).toBe('destructive');
    expect(screen.queryByText('Account Removed')).toBeNull();
    expect(screen.getByText('My YouTube Account')).toBeTruthy();
  });
});
