import { FILE_LIMITS } from '@storyreel/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { renderAddress } from '../../testing/render-address';
import { leaveApp } from '../../testing/render-app';

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta' })]);
});
afterEach(leaveApp);

const file = (size = 4): File => {
  const made = new File(['PK34'], 'keeper.storyreel');
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
async function openDialog() {
  const app = renderAddress();
  await app.user.click(await screen.findByRole('button', { name: 'Import Project' }));
  await screen.findByRole('dialog', { name: 'Import Project' });
  return app;
}
const drop = (files: File[]) =>
  fireEvent.drop(screen.getByRole('button', { name: /Project File/u }), { dataTransfer: { types: ['Files'], files } });
const sent = () => server.calls.filter(({ path }) => path === '/api/projects/import');

describe('a project file', () => {
  it('opens as a new project after a drop', async () => {
    const imported = projectNumbered(7, { title: 'The Keeper' });
    server.on('POST', '/api/projects/import', () => {
      server.projects = [imported, ...server.projects];
      return { status: 201, json: imported };
    });
    const { address } = await openDialog();
    drop([file()]);
    await screen.findByText('Project imported');
    await waitFor(() => expect(address()).toContain(projectId(7)));
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/.{8,}/u);
    expect(sent()[0]?.headers.get('content-type')).toBe('application/zip');
  });

  it('is chosen, and rejected with the reason where it cannot be used', async () => {
    server.fail('POST', '/api/projects/import', 400, "This ZIP isn't a project file of Storyreel.", 'bad_request');
    await openDialog();
    fireEvent.change(screen.getByLabelText('Project File file'), { target: { files: [file()] } });
    await screen.findByText("This ZIP isn't a project file of Storyreel.");
    expect(screen.getByRole('dialog', { name: 'Import Project' })).toBeTruthy();
  });

  it('is not sent when it is too large', async () => {
    await openDialog();
    drop([file(FILE_LIMITS.projectFile + 1)]);
    await screen.findByText('A project file can have at most 2 GB.');
    expect(sent()).toEqual([]);
  });
});
