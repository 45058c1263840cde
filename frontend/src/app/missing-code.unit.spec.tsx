import { act, screen, within } from '@testing-library/react';
import { session } from '../platform/session/session';
import { AppServer } from '../testing/app-server';
import { fakeWindow } from '../testing/fake-window';
import { leaveApp } from '../testing/render-app';
import { renderAddress } from '../testing/render-address';

/** Code loads once per process, so no test may depend on code that another test has loaded. */
const there = new Set<string>();
function fetched(file: string): unknown {
  if (!there.has(file)) throw new TypeError(`Failed to fetch dynamically imported module: ${file}`);
  return jest.requireActual(file);
}
jest.mock('../features/styles/StylesScreen', () => fetched('../features/styles/StylesScreen'));
jest.mock('../features/dashboard/ProjectDashboard', () => fetched('../features/dashboard/ProjectDashboard'));
jest.mock('../features/batches/BatchesMenu', () => fetched('../features/batches/BatchesMenu'));
jest.mock('./shell/InterruptedSession', () => fetched('./shell/InterruptedSession'));

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  // The router stores in sessionStorage that it has reloaded the page.
  sessionStorage.clear();
  fakeWindow();
  new AppServer();
});
afterEach(() => {
  leaveApp();
  logged.mockRestore();
});
const main = () => within(screen.getByRole('main'));

it.each([
  ['/', 'Your Projects', '../features/dashboard/ProjectDashboard'],
  ['/styles', 'Visual Styles', '../features/styles/StylesScreen'],
])('a screen whose code does not arrive is shown on another attempt: %s', async (address, heading, file) => {
  const { user } = renderAddress(address);
  await screen.findByRole('heading', { name: "Couldn't load this screen" });
  screen.getByRole('banner');
  there.add(file);
  await user.click(main().getByRole('button', { name: 'Try Again' }));
  await main().findByRole('heading', { name: heading });
});

it('a part of the header whose code does not arrive removes neither header nor screen', async () => {
  renderAddress('/calendar');
  await screen.findByText("Couldn't load the batches");
  screen.getByRole('banner');
  await main().findByRole('heading', { name: 'Content Calendar' });
});

it('a sign-in whose code does not arrive says that the session has ended, and is loaded again', async () => {
  const { user } = renderAddress('/calendar');
  await screen.findByRole('heading', { name: 'Content Calendar' });
  act(() => void session.renewed().catch(() => undefined));
  const notice = within(await screen.findByRole('alert'));
  notice.getByText(/Your session has ended/);
  main().getByRole('heading', { name: 'Content Calendar' });
  there.add('./shell/InterruptedSession');
  await user.click(notice.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('dialog', { name: 'Sign in to continue' });
});
