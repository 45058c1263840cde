import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ADA, AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { refreshUser } from '../../features/account/api';
import { session } from '../../platform/session/session';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { declared } from '../../testing/unread-styles';

const SCREENS = [
  ['/', 'Your Projects'],
  ['/research', 'Research'],
  ['/social', 'Social Media Dashboard'],
  ['/create-post', 'Create New Post'],
  ['/calendar', 'Content Calendar'],
  ['/styles', 'Visual Styles'],
  ['/settings', 'Settings'],
  ['/credits', 'Zaps and Cost Tracking'],
] as const;

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);

describe('a visitor without a session', () => {
  beforeEach(() => {
    server.user = null;
  });

  it.each(['/', '/settings', '/credits', '/no/such/page'])(
    'sees the landing page at %s [ACCESS-01]',
    async (address) => {
      renderAddress(address);
      await screen.findByRole('link', { name: 'Get Started' });
      expect(screen.queryByRole('navigation')).toBeNull();
    },
  );

  it('reads what the product offers [ACCESS-04]', async () => {
    renderAddress();
    await screen.findByRole('link', { name: 'Get Started' });
    const features = screen.getByRole('region', { name: 'What Storyreel does' });
    const headings = within(features)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);
    expect(headings).toEqual(['AI Story Creation', 'Visual Content', 'Cross-Platform Posting', 'Analytics & Insights']);
    expect(features.textContent).toMatch(/YouTube, Instagram, TikTok and more/);
  });

  it('reads the prices [ACCESS-05]', async () => {
    renderAddress();
    const prices = await screen.findByRole('region', { name: 'Pay as you use' });
    const items = within(prices)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(items).toEqual([
      '10 cents per imageFor one scene at a time; the free plan includes images for all scenes together',
      '50 cents per videoOptional clips of five seconds, by the cheapest model',
      '5 cents per content analysisSuch as the description of a scene',
    ]);
    expect(prices.textContent).toContain('it includes images for 60 scenes a day, generated together');
    expect(prices.textContent).not.toContain('No subscription');
  });

  it('reads about the 100 free credits [ACCESS-06]', async () => {
    renderAddress();
    const gift = await screen.findByText(/New sign-ups start with/);
    expect(gift.closest('p')?.textContent).toContain('100 free credits, worth 10 cents each.');
  });

  it('is led to the sign-in by Get Started [ACCESS-08]', async () => {
    renderAddress();
    const start = await screen.findByRole('link', { name: 'Get Started' });
    expect(start.getAttribute('href')).toBe('/api/login');
  });

  it('causes no call but the user check, and no second one [ACCESS-12, PROJ-33]', async () => {
    renderAddress();
    await screen.findByRole('link', { name: 'Get Started' });
    expect(server.calls.map(({ path }) => path)).toEqual(['/api/auth/user']);
  });
});

describe('while the user check is running', () => {
  it.each(['/', '/settings', '/no/such/page'])(
    'shows a spinner in the middle of the page and nothing else at %s [ACCESS-02]',
    async (address) => {
      let answer = () => {};
      server.on('GET', '/api/auth/user', () => new Promise((resolve) => (answer = () => resolve({ json: ADA }))));
      renderAddress(address);
      const spinner = await screen.findByRole('status');
      expect(spinner.textContent).toBe('Loading');
      expect(screen.queryAllByRole('link')).toEqual([]);
      expect(screen.queryAllByRole('heading')).toEqual([]);
      for (const part of ['banner', 'navigation', 'main']) expect(screen.queryByRole(part)).toBeNull();
      const shown = ['display', 'place-items', 'min-height'].map((name) =>
        declared(spinner.parentElement ?? document.body, name),
      );
      expect(shown).toEqual(['grid', 'center', '100dvh']);
      await act(async () => answer());
      await screen.findByRole('banner');
      expect(spinner.isConnected).toBe(false);
    },
  );
});

describe('a server that fails the user check', () => {
  it('is not repeated automatically [ACCESS-12]', async () => {
    server.fail('GET', '/api/auth/user', 503);
    const { user } = renderAddress();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(server.sent('GET', '/api/auth/user')).toHaveLength(1);
    await user.click(again);
    await waitFor(() => expect(server.sent('GET', '/api/auth/user')).toHaveLength(2));
  });
});

describe('a visitor with a session', () => {
  it('keeps the screen when the user cannot be read again', async () => {
    const { queryClient } = renderAddress('/calendar');
    await screen.findByRole('heading', { name: 'Content Calendar' });
    server.fail('GET', '/api/auth/user', 503);
    await act(() => refreshUser(queryClient));
    expect(server.sent('GET', '/api/auth/user')).toHaveLength(2);
    screen.getByRole('heading', { name: 'Content Calendar' });
    screen.getByRole('banner');
  });

  it.each(SCREENS)('reaches %s, inside the shell [ACCESS-03, SHELL-19]', async (address, heading) => {
    renderAddress(address);
    await screen.findByRole('heading', { level: 1, name: heading });
    screen.getByRole('banner');
    expect(screen.queryByRole('link', { name: 'Get Started' })).toBeNull();
    await waitFor(() => expect(document.title).toBe(`${heading} · Storyreel`));
  });

  it('finds the calendar in development [SHELL-20]', async () => {
    renderAddress('/calendar');
    await screen.findByRole('heading', { name: 'Content Calendar' });
    screen.getByText('Coming Soon');
    screen.getByText(/in development/);
  });

  it('finds Page Not Found anywhere else [SHELL-21]', async () => {
    renderAddress('/no/such/page');
    await screen.findByRole('heading', { name: 'Page Not Found' });
    screen.getByText(/does not exist/);
  });

  describe('whose session ends', () => {
    async function expire() {
      const app = renderAddress('/styles');
      await screen.findByRole('heading', { name: 'Visual Styles' });
      server.user = null;
      server.fail('GET', '/api/usage-events', 401, 'Sign in', 'unauthenticated');
      server.fail('GET', '/api/credits/transactions', 401, 'Sign in', 'unauthenticated');
      await app.user.click(screen.getByRole('link', { name: 'Zaps' }));
      const dialog = await screen.findByRole('dialog', { name: 'Sign in to continue' });
      return { ...app, dialog: within(dialog) };
    }

    it('signs in again over the page, which then continues at the same address', async () => {
      const { user, dialog, address } = await expire();
      expect(dialog.getByLabelText('E-mail')).toHaveProperty('value', ADA.email);
      server.on('POST', '/api/login', ({ body }) => {
        if ((body as { password: string }).password !== 'correct horse battery') {
          return { status: 401, json: { message: 'E-mail or password is wrong.', code: 'invalid_credentials' } };
        }
        server.user = ADA;
        server.on('GET', '/api/usage-events', () => ({ json: [] }));
        server.on('GET', '/api/credits/transactions', () => ({ json: [] }));
        return { json: ADA };
      });
      await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
      await dialog.findByText('E-mail or password is wrong.');
      await user.clear(dialog.getByLabelText('Password'));
      await user.type(dialog.getByLabelText('Password'), 'correct horse battery{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await screen.findByRole('heading', { name: 'Zaps and Cost Tracking' });
      expect(address()).toContain('/credits');
    });

    it('sees a notification while a text has the caret, and a dialog once the text is left', async () => {
      const { user } = renderAddress('/create-post');
      await screen.findByRole('heading', { name: 'Create New Post' });
      const text = document.body.appendChild(document.createElement('textarea'));
      text.focus();
      act(() => void session.renewed().catch(() => undefined));
      const notice = within(await screen.findByRole('alert'));
      await user.keyboard('Fog');
      expect(text.value).toBe('Fog');
      expect(screen.queryByRole('dialog')).toBeNull();
      fireEvent.mouseDown(notice.getByRole('button', { name: 'Sign In' }));
      expect(document.activeElement).toBe(text);
      text.blur();
      await user.keyboard('{Shift}');
      const dialog = within(await screen.findByRole('dialog', { name: 'Sign in to continue' }));
      await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Password')));
      expect(screen.queryByRole('alert')).toBeNull();
      text.remove();
    });

    it('leaves for the landing page', async () => {
      const { user, dialog } = await expire();
      await user.click(dialog.getByRole('button', { name: 'Leave' }));
      await screen.findByRole('link', { name: 'Get Started' });
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
});
