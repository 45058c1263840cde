import { IMAGE_MODELS } from '@storyreel/contracts';
import type { ProviderCheck } from '@storyreel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ADA, AppServer } from '../../testing/app-server';
import { fakeWindow, type FakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { offeredBy, selectNamed, shownBy } from '../../testing/select';

let server: AppServer;
let browser: FakeWindow;
beforeEach(() => {
  localStorage.clear();
  browser = fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);
const page = () => within(screen.getByRole('main'));
async function open() {
  const app = renderAddress('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return app;
}

describe('a retiring text model', () => {
  it('is shown with everything that depends on it, and to developers with a replacement', async () => {
    const notice = { id: 'tts', name: 'gpt-4o-mini-tts', retiresOn: '2027-01-06', dependsOn: 'narration' };
    const notices = [{ ...notice, replacement: 'ElevenLabs' }];
    server.on('GET', '/api/models', () => ({ json: { models: [], offered: [], notices } }));
    await open();
    const told = within(await screen.findByLabelText('Models Ending Soon'));
    told.getByText('Ends on January 6, 2027. Another model is then needed for narration.', { exact: false });
    expect(told.queryByText(/ElevenLabs/)).toBeNull();
  });
});

describe('a retiring image model', () => {
  it('is tested by developers against a replacement: from the warning to its runs', async () => {
    server.user = { ...ADA, roles: ['developer'] };
    const [old, next] = ['flux-dev', 'flux-2-pro'].map((id) => IMAGE_MODELS.find((model) => model.id === id));
    const notices = [
      { id: 'flux-dev', name: 'FLUX.1 Dev', retiresOn: '2027-01-06', dependsOn: 'images', replacement: null },
    ];
    server.on('GET', '/api/models', () => ({
      json: { models: [old, next], offered: ['flux-dev', 'flux-2-pro'], notices },
    }));
    const { user, address } = await open();
    const told = within(await screen.findByLabelText('Models Ending Soon'));
    await user.click(await told.findByRole('button', { name: `Try a Sample on ${next?.name}` }));
    await waitFor(() => expect(address()).toContain('/runs?model=flux-dev&try=flux-2-pro'));
    await screen.findByText(`Open a run of this model to make a sample of it on ${next?.name}.`);
  });
});

describe('the settings screen', () => {
  it('has a theme selector with three values, system by default [SETTINGS-01]', async () => {
    await open();
    expect(shownBy(selectNamed('Theme'))).toBe('System');
    expect(offeredBy(selectNamed('Theme'))).toEqual(['Light', 'Dark', 'System']);
  });

  it('has a selector that chooses the theme, stores it, and follows the system again [SETTINGS-02]', async () => {
    const { user } = await open();
    const look = () => document.documentElement.dataset.theme;
    for (const [label, theme] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
    ]) {
      await user.selectOptions(selectNamed('Theme'), label ?? '');
      expect([shownBy(selectNamed('Theme')), look(), localStorage.getItem('theme')]).toEqual([label, theme, theme]);
    }
    await user.selectOptions(selectNamed('Theme'), 'System');
    expect(localStorage.getItem('theme')).toBeNull();
    for (const dark of [true, false]) {
      act(() => browser.preferDark(dark));
      expect([shownBy(selectNamed('Theme')), look()]).toEqual(['System', dark ? 'dark' : 'light']);
    }
  });

  it('agrees with the button of the header [SETTINGS-02]', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(shownBy(selectNamed('Theme'))).toBe('Dark');
    await user.selectOptions(selectNamed('Theme'), 'Light');
    screen.getByRole('button', { name: 'Switch to dark theme' });
  });

  it('shows the account type, and an Upgrade that leads to the zaps without a purchase [SETTINGS-03]', async () => {
    const { user, path } = await open();
    expect(page().getByText('Account Type').nextSibling?.textContent).toBe('Free Plan');
    await user.click(page().getByRole('button', { name: 'Upgrade' }));
    await screen.findByRole('heading', { level: 1, name: 'Zaps and Cost Tracking' });
    expect(path()).toBe('/credits');
    await waitFor(() => expect(server.sent('GET', '/api/credits/transactions')).toHaveLength(1));
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('the account', () => {
  const region = (name: string) => screen.findByRole('region', { name }).then((found) => within(found));

  it('gets another name, which is in the greeting at once', async () => {
    const { user } = await open();
    const account = await region('Account');
    const name = await account.findByLabelText('First name');
    expect(account.getByText('ada@example.com')).toBeTruthy();
    expect(account.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await user.clear(name);
    await user.type(name, 'Countess{Enter}');
    await screen.findByText('Name saved');
    await waitFor(() => expect(screen.getByRole('banner').textContent).toContain('Countess'));
  });

  it('gets another password after the present one, shown while typing on request', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Change Password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
    await user.type(dialog.getByLabelText('Current password'), 'wrong');
    await user.type(dialog.getByLabelText('New password'), 'another horse battery');
    await user.click(dialog.getByRole('button', { name: 'Show new password' }));
    expect(dialog.getByLabelText('New password')).toHaveProperty('type', 'text');
    await user.click(dialog.getByRole('button', { name: 'Change Password' }));
    await dialog.findByText('The current password is wrong.');
    await user.clear(dialog.getByLabelText('Current password'));
    await user.type(dialog.getByLabelText('Current password'), 'correct horse battery');
    await user.click(dialog.getByRole('button', { name: 'Change Password' }));
    await screen.findByText('Password changed');
    expect([screen.queryByRole('dialog'), server.data.password]).toEqual([null, 'another horse battery']);
  });

  it('gets another address: a link is sent after the password is given, and opening it changes the address, once', async () => {
    const { user, address } = await open();
    await user.click(await screen.findByRole('button', { name: 'Change E-mail' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change E-mail' }));
    await user.type(dialog.getByLabelText('New e-mail'), 'countess@example.com');
    await user.type(dialog.getByLabelText('Your password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Send Link' }));
    await dialog.findByText('The password is wrong.');
    await user.clear(dialog.getByLabelText('Your password'));
    await user.type(dialog.getByLabelText('Your password'), 'correct horse battery');
    await user.click(dialog.getByRole('button', { name: 'Send Link' }));
    await screen.findByText('Open the link that was sent to countess@example.com', { exact: false });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/settings');
  });

  it('has the address of the opened link, and keeps the link’s secret out of the address bar', async () => {
    server.data.pendingEmail = 'countess@example.com';
    const { address } = renderAddress(`/settings?confirm=${'x'.repeat(43)}`);
    await screen.findByText('E-mail address changed');
    const account = await region('Account');
    await account.findByText('countess@example.com');
    expect([address(), server.sent('POST', '/api/account/email/confirm').length]).toEqual(['/settings', 1]);
  });

  it('lists its sessions, and signs out of one', async () => {
    const elsewhere = (id: string, device: string) => ({
      id,
      isCurrent: false,
      device,
      since: '2026-11-19T09:00:00.000Z',
    });
    server.data.sessions.push(
      elsewhere('phone', 'Safari on iOS'),
      elsewhere('work', ''),
      elsewhere('tv', 'Chrome on Linux'),
    );
    const { user } = await open();
    const devices = within(await screen.findByRole('list', { name: 'Devices' }));
    const shown = () => devices.getAllByRole('listitem').map(({ textContent }) => textContent?.split('Signed')[0]);
    expect(shown()).toEqual(['Firefox on Linux', 'Safari on iOS', 'Unknown device', 'Chrome on Linux']);
    const [first] = devices.getAllByRole('button', { name: 'Sign Out' });
    if (first) await user.click(first);
    await waitFor(() => expect(shown()).toEqual(['Firefox on Linux', 'Unknown device', 'Chrome on Linux']));
    await user.click(screen.getByRole('button', { name: 'Sign Out Everywhere Else' }));
    await waitFor(() => expect(shown()).toEqual(['Firefox on Linux']));
    expect(screen.queryByRole('button', { name: 'Sign Out Everywhere Else' })).toBeNull();
  });
});

describe('the list of providers', () => {
  const card = async () => within(await screen.findByRole('region', { name: 'AI Providers' }));
  const made = async (things: string) => (await card()).getByText(things).nextSibling?.textContent;
  const asDeveloper = () => (server.user = { ...ADA, roles: ['developer'] });

  it('has their names for everybody, and nothing more', async () => {
    await open();
    expect([await made('Texts'), await made('Images'), await made('Clips')]).toEqual([
      'OpenAI',
      'Replicate',
      'Replicate',
    ]);
    expect((await card()).queryByRole('button', { name: 'Check' })).toBeNull();
    expect(server.sent('GET', '/api/providers')).toEqual([]);
  });

  it('shows developers the model and the host, and calls no provider by itself', async () => {
    asDeveloper();
    await open();
    await (await card()).findByText('gpt-6-luna · api.openai.com');
    expect(await made('Clips')).toBe('Replicateapi.replicate.com');
    expect(server.sent('POST', '/api/providers/check')).toEqual([]);
  });

  it('is checked on a press, one by one', async () => {
    asDeveloper();
    const checks: ProviderCheck[] = [
      { kind: 'text', answers: true, milliseconds: 80, remark: 'Its list of models has no gpt-6-luna.' },
      { kind: 'image', answers: false, milliseconds: 5000, remark: 'No answer within 5 s.' },
      { kind: 'video', answers: true, milliseconds: 120, remark: null },
    ];
    server.on('POST', '/api/providers/check', () => ({ json: checks }));
    const { user } = await open();
    await user.click((await card()).getByRole('button', { name: 'Check' }));
    await (await card()).findByText('Answers in 120 ms');
    expect(await made('Texts')).toContain('Answers in 80 ms Its list of models has no gpt-6-luna.');
    expect(await made('Images')).toContain('No answer No answer within 5 s.');
  });

  it('says of built-in ones only that they answer', async () => {
    asDeveloper();
    server.on('GET', '/api/providers', () => ({
      json: [{ kind: 'video', label: 'Sandbox', model: null, host: null }],
    }));
    const { user } = await open();
    await user.click((await card()).getByRole('button', { name: 'Check' }));
    await waitFor(async () => expect(await made('Clips')).toMatch(/Answers $/));
  });

  it('says why one was not checked', async () => {
    asDeveloper();
    const message = 'Checked just now. Please try again in 10 s.';
    server.on('POST', '/api/providers/check', () => ({ status: 429, json: { code: 'too_many_requests', message } }));
    const { user } = await open();
    await user.click((await card()).getByRole('button', { name: 'Check' }));
    await screen.findByText(message);
  });
});
