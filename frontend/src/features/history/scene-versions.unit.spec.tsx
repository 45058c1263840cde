import type { SceneVersion } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { renderAddress } from '../../testing/render-address';
import { leaveApp } from '../../testing/render-app';
import { sceneId, sceneWithImages } from '../../testing/workspace-server';

const PROJECT = projectId(1);
const texts = { title: 'Dawn', description: '', imagePrompt: '', videoPrompt: '', narration: null };
const version = (revision: number, changes: Partial<SceneVersion>): SceneVersion => ({
  revision: String(revision),
  at: `2026-11-20T10:0${revision}:00.000Z`,
  by: 'you',
  what: `Step ${revision}`,
  texts,
  dropped: [],
  ...changes,
});

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta' })]);
  server.data.holdScenes(PROJECT, [
    { ...sceneWithImages(1, [{}]), title: 'Dawn', description: 'The sea at dawn.', narration: null },
  ]);
});
afterEach(leaveApp);

async function openVersions() {
  const { user } = renderAddress(`/?project=${PROJECT}&tab=scenes`);
  await user.click(await screen.findByRole('button', { name: 'Actions for scene 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Versions of Scene 1' }) };
}
const calls = (method: string, end: string) =>
  server.calls.filter((call) => call.method === method && call.path.endsWith(end));

describe('the versions of a scene', () => {
  it('are compared with the present scene word by word, and one can be used and undone', async () => {
    const { title, description, imagePrompt, videoPrompt, narration } = server.data.scene(sceneId(1));
    const now = { title, description, imagePrompt, videoPrompt, narration };
    server.data.versions.push(
      version(4, { texts: now }),
      version(3, { texts: { ...now, description: 'The sea at night.' } }),
      version(2, { texts: { ...now, description: 'The sea at night.' } }),
    );
    const { user, dialog } = await openVersions();
    const rows = within(await within(dialog).findByRole('list', { name: 'Versions' })).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('del')?.textContent)).toEqual(['night.']);
    expect(rows[0]?.querySelector('ins')?.textContent).toBe('dawn.');
    await user.click(within(dialog).getByRole('button', { name: /^Use the version of/ }));
    await screen.findByText('Version used');
    const saved = () => calls('PATCH', sceneId(1)).map(({ body }) => (body as { description: string }).description);
    expect(saved()).toEqual(['The sea at night.']);
    await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    await waitFor(() => expect(saved()).toEqual(['The sea at night.', 'The sea at dawn.']));
  });

  it('keep removed images in a tray, from which one is restored', async () => {
    const gone = { id: 'gone', url: '/api/media/gone', index: 0, isKept: true };
    server.data.versions.push(version(2, { dropped: [gone] }), version(1, { dropped: [gone] }));
    const { user, dialog } = await openVersions();
    const tray = await within(dialog).findByRole('region', { name: 'Removed Images' });
    await user.click(within(tray).getByRole('button', { name: 'Bring back removed image 1' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Removed Images' })).toBeNull());
    expect(calls('POST', '/images').map(({ body }) => body)).toEqual([{ imageUrl: '/api/media/gone', insertAt: 0 }]);
  });

  it('say of a dropped image that its file is no longer kept', async () => {
    const purged = { id: 'purged', url: '/api/media/purged', index: 0, isKept: false };
    server.data.versions.push(version(1, { dropped: [purged] }));
    const { dialog } = await openVersions();
    const tray = await within(dialog).findByRole('region', { name: 'Removed Images' });
    expect(within(tray).getByText('No longer kept')).toBeTruthy();
    expect(within(tray).queryByRole('button')).toBeNull();
  });

  it('show a message when there is none', async () => {
    await openVersions();
    await screen.findByText('No earlier version');
  });
});
