import { screen, within } from '@testing-library/react';
import { ADA, AppServer } from './app-server';
import { fakeWindow } from './fake-window';
import { leaveApp } from './render-app';
import { renderAddress, type RenderedAddress } from './render-address';

/** Before each test a server whose user is of finance. */
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

/** At an address that opens no dialog, which would hide the page behind it. */
export async function openAudit(search = ''): Promise<RenderedAddress> {
  const app = renderAddress(`/audit${search}`);
  await screen.findByRole('heading', { level: 1, name: 'Audit' });
  return app;
}

/** The words of each row below the head. */
export const cellsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
