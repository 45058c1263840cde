import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { newCredentials, signInOrRegister, STAFF } from '../../../scripts/lib/account.mjs';
import { ApiClient } from '../../../scripts/lib/api-client.mjs';
import { DashboardPage } from './pages/dashboard-page';
import { LandingPage } from './pages/landing-page';
import { SignInPage } from './pages/sign-in-page';
import { WorkspacePage } from './pages/workspace-page';
import { waitForApps } from './begun-app';
import { startTestServer, type TestServer } from './server';

export interface TestUser {
  id: string;
  email: string;
  password: string;
  firstName: string;
  /** An API client with this user's session. */
  api: ApiClient;
}

interface Fixtures {
  /** Makes navigation wait until the app has started, not only until the page is visible. */
  waitsForApp: boolean;
  /** Registers a user over the API, without signing in a browser. */
  newUser(firstName?: string): Promise<TestUser>;
  /** Adds the user's session to a browser context. */
  signIn(context: BrowserContext, user: TestUser): Promise<void>;
  /** A new user, signed in in `page`. */
  user: TestUser;
  /** An API client with the session of `user`. */
  api: ApiClient;
  /** The account with all roles, over the API; no browser is signed in to it. */
  staff: TestUser;
  /** Opens another window of a user, as on a second device. */
  openWindow(user: TestUser): Promise<Page>;
  landing: LandingPage;
  signInPage: SignInPage;
  dashboard: DashboardPage;
  workspace: WorkspacePage;
}
interface WorkerFixtures {
  server: TestServer;
}

/** Returns a check that fails the test when a page threw an uncaught error. */
export function watchErrors(context: BrowserContext): () => void {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message));
  return () => expect(errors, 'errors that the page did not catch').toEqual([]);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startTestServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  waitsForApp: [true, { option: true }],
  context: async ({ context, waitsForApp }, use) => {
    if (waitsForApp) waitForApps(context);
    const check = watchErrors(context);
    await use(context);
    check();
  },
  newUser: async ({ server }, use) => {
    await use(async (firstName = 'Ada') => {
      const credentials = newCredentials('e2e');
      const api = new ApiClient(server.url);
      const { id } = await api.json<{ id: string }>('POST', '/api/register', { ...credentials, firstName });
      return { ...credentials, id, firstName, api };
    });
  },
  signIn: async ({}, use) => {
    await use(async (context, user) => context.addCookies(user.api.cookies));
  },
  user: async ({ newUser, signIn, context }, use) => {
    const user = await newUser();
    await signIn(context, user);
    await use(user);
  },
  api: async ({ user }, use) => use(user.api),
  staff: async ({ server }, use) => {
    const api = new ApiClient(server.url);
    await signInOrRegister(api, STAFF, 'Fin');
    const { id } = await api.json<{ id: string }>('GET', '/api/auth/user');
    await use({ ...STAFF, id, firstName: 'Fin', api });
  },
  openWindow: async ({ browser, server, signIn }, use) => {
    const opened: { context: BrowserContext; check: () => void }[] = [];
    await use(async (user) => {
      const context = await browser.newContext({ baseURL: server.url });
      waitForApps(context);
      opened.push({ context, check: watchErrors(context) });
      await signIn(context, user);
      return context.newPage();
    });
    for (const { context, check } of opened) {
      await context.close();
      check();
    }
  },
  landing: async ({ page }, use) => use(new LandingPage(page)),
  signInPage: async ({ page }, use) => use(new SignInPage(page)),
  dashboard: async ({ page }, use) => use(new DashboardPage(page)),
  workspace: async ({ page }, use) => use(new WorkspacePage(page)),
});

export { expect };
