import type { Scene } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { images, sceneWith, videoItem } from '../../../testing/media-fixtures';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, sceneNumbered, WorkspaceServer } from '../../../testing/workspace-server';

afterEach(leaveApp);

/** Returns a five-second scene with a main image. */
const pictured = (n: number, part: Partial<Scene> = {}): Scene => {
  const { imageUrls, imageIds, imageStatuses, imageJobIds, imageUrl } = sceneWith(images(1));
  return sceneNumbered(n, { imageUrls, imageIds, imageStatuses, imageJobIds, imageUrl, duration: 5, ...part });
};

async function ask() {
  const app = renderWorkspace('build');
  await screen.findAllByLabelText('Image Prompt');
  await app.user.click(screen.getByRole('button', { name: 'Generate Videos' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Generate Videos' })) };
}
async function openDialog(server: WorkspaceServer) {
  const { dialog, ...app } = await ask();
  await dialog.findByRole('checkbox', { name: /^Scene 1:/ });
  return { ...app, server, dialog };
}
const tick = (dialog: ReturnType<typeof within>, name: RegExp) => dialog.getByRole('checkbox', { name });

describe('the dialog of Generate Videos', () => {
  it('offers the scenes with a main image, and names the price of those without a clip', async () => {
    const clip = { videos: [videoItem('v0')], mainVideoId: 'v0' };
    const scenes = [pictured(1), pictured(2), pictured(3, clip), sceneNumbered(4)];
    const { dialog } = await openDialog(new WorkspaceServer(scenes));
    expect([1, 2, 3, 4].map((n) => tick(dialog, new RegExp(`^Scene ${n}:`)).getAttribute('aria-checked'))).toEqual([
      'true',
      'true',
      'false',
      'false',
    ]);
    dialog.getByText('No main image yet');
    dialog.getByText('Cost: 10 zaps in all.');
    dialog.getByRole('button', { name: 'Generate 2 Clips' });
  });

  it('starts the chosen scenes, at the shown price', async () => {
    const { dialog, server, user } = await openDialog(new WorkspaceServer([pictured(1), pictured(2)]));
    await user.click(tick(dialog, /^Scene 2:/));
    dialog.getByText('Cost: 5 zaps in all.');
    await user.click(dialog.getByRole('button', { name: 'Generate 1 Clip' }));
    await waitFor(() => expect(server.sent('POST', '/api/batches')).toHaveLength(1));
    expect(server.sent('POST', '/api/batches')[0]?.body).toMatchObject({
      kind: 'clips',
      sceneIds: [sceneId(1)],
      zaps: 5,
      clips: { modelId: 'hailuo-02', settings: { resolution: '512p' } },
    });
    await screen.findByText('0 of 1 clips done');
  });

  it('cannot be confirmed for more than the balance', async () => {
    const server = new WorkspaceServer([pictured(1)]);
    server.balance = 3;
    const { dialog, user } = await openDialog(server);
    await user.click(tick(dialog, /^Scene 1:/));
    await dialog.findByText('Insufficient zaps. Need 5, have 3');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Generate 1 Clip' }).disabled).toBe(true);
  });
  it.each([
    ['the models', '/api/replicate/models', [{ id: 'kling-v2.1', name: 'Kling v2.1' }]],
    ['the settings of the model', '/api/replicate/model-schema/:id', {}],
  ])('reports that it could not load %s, and loads them on request', async (what, path, json) => {
    const server = new WorkspaceServer([pictured(1)]);
    server.fail('GET', path, 503);
    const { dialog, user } = await ask();
    await dialog.findByText(`Couldn't load ${what}.`);
    server.on('GET', path, () => ({ json }));
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));
    await dialog.findByRole('checkbox', { name: /^Scene 1:/ });
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  });
});
