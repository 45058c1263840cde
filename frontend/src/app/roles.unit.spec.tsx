import type { Role } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { ADA, AppServer } from '../testing/app-server';
import { fakeWindow } from '../testing/fake-window';
import { leaveApp } from '../testing/render-app';
import { renderAddress } from '../testing/render-address';

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer([]);
});
afterEach(leaveApp);

describe.each<[Role, string, string]>([
  ['finance', '/audit', 'Audit'],
  ['developer', '/runs', 'Runs'],
])('for %s', (role, address, name) => {
  it(`${address} is a screen with an entry in the sidebar`, async () => {
    server.user = { ...ADA, roles: [role] };
    renderAddress(address);
    await screen.findByRole('heading', { level: 1, name });
    const main = await screen.findByRole('navigation', { name: 'Main' });
    expect(within(main).getByRole('link', { name }).getAttribute('aria-current')).toBe('page');
  });

  it(`${address} does not exist for people without the role`, async () => {
    server.user = { ...ADA, roles: role === 'finance' ? ['developer'] : ['finance'] };
    renderAddress(address);
    await screen.findByRole('heading', { level: 1, name: 'Page Not Found' });
    expect(screen.queryByRole('link', { name })).toBeNull();
  });

  it(`${address} ceases to exist for a person whose role ends while it is open`, async () => {
    server.user = { ...ADA, roles: [role] };
    const { user } = renderAddress(address);
    await screen.findByRole('heading', { level: 1, name });
    server.user = { ...ADA, roles: [] };
    for (const path of ['/api/audit/ledger', '/api/runs']) server.fail('GET', path, 404);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByRole('heading', { level: 1, name: 'Page Not Found' });
    expect(screen.queryByRole('link', { name })).toBeNull();
  });
});
