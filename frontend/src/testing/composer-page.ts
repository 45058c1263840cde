import { PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { AppServer } from './app-server';
import { fakeWindow } from './fake-window';
import { leaveApp } from './render-app';
import { renderAddress, type RenderedAddress } from './render-address';
import { socialAccountOf } from './social-fixtures';

/** Connects an account on each of the platforms. */
export const connect = (server: AppServer, ...platforms: SocialPlatform[]): void =>
  server.data.social.accounts.hold(platforms.map((platform) => socialAccountOf(platform)));

/** Before each test, installs a server with accounts on two of three platforms, and silences the log. */
export function serveComposer(use: (server: AppServer) => void): void {
  let logged: jest.SpyInstance;
  beforeEach(() => {
    fakeWindow();
    const server = new AppServer();
    connect(server, 'youtube', 'instagram');
    logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    use(server);
  });
  afterEach(() => {
    leaveApp();
    logged.mockRestore();
  });
}
/** Returns the posts sent to the server. */
export const sentPosts = (server: AppServer) =>
  server.sent('POST', '/api/social/posts').map(({ body }) => body as Record<string, unknown>);

/** Opens the composer and waits for the connected accounts. */
export async function openComposer(search = ''): Promise<RenderedAddress> {
  const app = renderAddress(`/create-post${search}`);
  await screen.findAllByText('Connected');
  return app;
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
export const valueOf = (name: string): string => field(name).value;
export const time = (): HTMLInputElement => screen.getByLabelText('Time');
export const switchSchedule = (): HTMLElement => screen.getByRole('switch', { name: 'Schedule for later' });

export const card = (platform: SocialPlatform): HTMLElement =>
  within(screen.getByRole('group', { name: 'Platforms' })).getByRole('button', {
    name: new RegExp(`^${PLATFORM_PROFILES[platform].name}`),
  });
/** Returns whether the card of each platform is selected. */
export const selected = (...platforms: SocialPlatform[]): boolean[] =>
  platforms.map((platform) => card(platform).getAttribute('aria-pressed') === 'true');

/** Returns the texts of a list's items; empty if there is no such list. */
export function entries(name: string): string[] {
  const list = screen.queryByRole('list', { name });
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : [];
}

export async function writePost(
  user: RenderedAddress['user'],
  title = 'The keeper',
  content = 'A lamp in the fog.',
): Promise<void> {
  await user.type(field('Post Title'), title);
  await user.type(field('Content'), content);
}
