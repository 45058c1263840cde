import { PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { AppServer } from './app-server';
import { fakeWindow } from './fake-window';
import { leaveApp } from './render-app';
import { renderAddress, type RenderedAddress } from './render-address';
import { socialAccountOf } from './social-fixtures';

/** The platforms that the user has an account on. */
export const connect = (server: AppServer, ...platforms: SocialPlatform[]): void =>
  server.data.social.accounts.hold(platforms.map((platform) => socialAccountOf(platform)));

/** Before each test a server with two platforms of three connected; what is logged stays off the screen. */
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
/** The posts that it was sent. */
export const sentPosts = (server: AppServer) =>
  server.sent('POST', '/api/social/posts').map(({ body }) => body as Record<string, unknown>);

/** With something connected. */
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
/** Whether the card of each is pressed. */
export const selected = (...platforms: SocialPlatform[]): boolean[] =>
  platforms.map((platform) => card(platform).getAttribute('aria-pressed') === 'true');

/** What the entries of a list say; nothing where there is no such list. */
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
