import { screen, within } from '@testing-library/react';
import { ADA, AppServer } from './app-server';
import { fakeWindow } from './fake-window';
import { leaveApp } from './render-app';
import { renderAddress, type RenderedAddress } from './render-address';

/** Before each test, installs a server whose user has the finance role. */
export function serveAudit(use: (server: AppServer) => void): void {
  beforeEach(() => {
    fakeWindow();
    const server = new AppServer();
    server.user = { ...ADA, roles: ['finance'] };
    use(server);
  });
  afterEach(leaveApp);
}

export const page = () => within(screen.getByRole('main'));

/** Opens the audit screen. `search` must not open a dialog, which would hide the page behind it. */
export async function openAudit(search = ''): Promise<RenderedAddress> {
  const app = renderAddress(`/audit${search}`);
  await screen.findByRole('heading', { level: 1, name: 'Audit' });
  return app;
}

/** Returns the cell texts of each row below the header. */
export const cellsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
