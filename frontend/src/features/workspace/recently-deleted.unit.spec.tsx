import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { apiRequest } from '../../platform/http/api-client';
import { idempotencyHeader } from '../../platform/http/idempotency-keys';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeSocket } from '../../testing/fake-socket';
import { fakeWindow } from '../../testing/fake-window';
import { videoItem } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { sceneId, sceneWithImages } from '../../testing/workspace-server';

const PROJECT = projectId(1);
let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta' }), projectNumbered(2, { title: 'Alpha' })]);
  const clips = [videoItem('one'), videoItem('two', { thumbnail: null })];
  server.data.holdScenes(PROJECT, [
    { ...sceneWithImages(1, [{}, {}]), title: 'Dawn', videos: clips, mainVideoId: 'one' },
    { ...sceneWithImages(2, [{}]), title: 'Noon' },
    { ...sceneWithImages(3, []), title: '' },
  ]);
});
afterEach(leaveApp);

/** Sends a request as if from another window. */
const elsewhere = (method: 'POST' | 'DELETE', path: string, body?: object) => apiRequest(method, path, body);
const pushed = () =>
  fakeSocket.push({ type: 'scenesChanged', projectId: PROJECT, sceneIds: [sceneId(1)], at: [], position: '1' });

const dialog = () => screen.findByRole('dialog', { name: 'Recently Deleted' });
const names = async () =>
  within(await dialog())
    .queryAllByRole('button', { name: /^Restore (?!all )/ })
    .map((button) => button.getAttribute('aria-label')?.replace('Restore ', ''));
async function openProject(): Promise<RenderedAddress> {
  const app = renderAddress(`/?project=${PROJECT}&tab=scenes`);
  await app.user.click(await screen.findByRole('button', { name: 'Actions for Beta' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Recently Deleted' }));
  await dialog();
  return app;
}
const restore = async ({ user }: RenderedAddress, name: string) =>
  user.click(await screen.findByRole('button', { name: `Restore ${name}` }));

describe('the deleted items of the open project', () => {
  it('show a message when there are none, and return the focus to the menu', async () => {
    const { user } = await openProject();
    await screen.findByText('Nothing to restore');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Beta' }));
  });

  it('are listed newest first, with image, name, place and time', async () => {
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/images/1`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/videos/two`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(2)}`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(3)}`);
    await openProject();
    await waitFor(async () =>
      expect(await names()).toEqual([
        'Untitled scene, Scene',
        'Noon, Scene',
        'Clip 2, From Dawn',
        'Image 2, From Dawn',
      ]),
    );
    const [untitled, noon, clip, image] = within(await dialog()).getAllByRole('listitem');
    expect(untitled?.querySelector('img, video')).toBeNull();
    expect(noon?.querySelector('img')?.getAttribute('src')).toBe('/api/media/2-0.png');
    expect(clip?.querySelector('video')?.getAttribute('src')).toBe('/api/media/two.mp4#t=0.1');
    expect(image?.querySelector('img')?.getAttribute('src')).toBe('/api/media/1-1.png');
    expect(noon?.querySelector('time')?.dateTime).toMatch(/^2026-11-01T/);
  });

  it('are restored at their place and leave the list', async () => {
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/images/0`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/videos/one`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(2)}`);
    const app = await openProject();
    await restore(app, 'Noon, Scene');
    await screen.findByText('Scene restored');
    await restore(app, 'Image 1, From Dawn');
    await screen.findByText('Image restored');
    await restore(app, 'Clip 1, From Dawn');
    await screen.findByText('Video restored');
    await screen.findByText('Nothing to restore');
    expect(server.data.liveScenes(PROJECT).map(({ title }) => title)).toEqual(['Dawn', 'Noon', '']);
    const dawn = server.data.scene(sceneId(1));
    expect(dawn.imageUrls).toEqual(['/api/media/1-0.png', '/api/media/1-1.png']);
    expect([dawn.imageUrl, dawn.mainVideoId]).toEqual(['/api/media/1-0.png', 'one']);
    expect(dawn.videos[0]).toEqual(videoItem('one'));
  });

  it('pass the focus to the next one by keyboard, to the previous one at the end, and last to Close', async () => {
    for (const n of [1, 2, 3]) await elsewhere('DELETE', `/api/scenes/${sceneId(n)}`);
    const { user } = await openProject();
    const press = async (name: string, next: string) => {
      const button = await screen.findByRole('button', { name });
      button.focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(next));
    };
    await press('Restore Noon, Scene', 'Restore Dawn, Scene');
    await press('Restore Dawn, Scene', 'Restore Untitled scene, Scene');
    await press('Restore Untitled scene, Scene', 'Close');
  });

  it('pass the focus to the next control, never to a button that restores more items', async () => {
    for (const at of [0, 0]) await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/images/${at}`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(2)}`);
    const { user } = await openProject();
    const focused = () => document.activeElement?.getAttribute('aria-label');
    (await screen.findByRole('button', { name: 'Restore Noon, Scene' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toMatch(/^Restore Image \d, From Dawn$/));
    screen.getByRole('button', { name: /^Restore all 2 images/ }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe('Close'));
  });

  it('are restored once, also when another window does so at the same time', async () => {
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/images/0`);
    const app = await openProject();
    await restore(app, 'Image 1, From Dawn');
    await screen.findByText('Nothing to restore');
    const [sent] = server.sent('POST', `/api/scenes/${sceneId(1)}/images`);
    const key = sent?.headers.get('idempotency-key') ?? '';
    await apiRequest('POST', `/api/scenes/${sceneId(1)}/images`, sent?.body, { headers: idempotencyHeader(key) });
    expect(server.data.scene(sceneId(1)).imageUrls).toHaveLength(2);
  });

  it('follow deletions and restorations in other windows', async () => {
    await openProject();
    await screen.findByText('Nothing to restore');
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    await elsewhere('DELETE', `/api/scenes/${sceneId(2)}`);
    pushed();
    await waitFor(async () => expect(await names()).toEqual(['Noon, Scene']));
    await elsewhere('POST', '/api/scenes/restore', { id: sceneId(2) });
    pushed();
    await screen.findByText('Nothing to restore');
  });

  it('show why one cannot be restored, and keep it', async () => {
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/images/0`);
    for (let n = 0; n < 11; n += 1) {
      await elsewhere('POST', `/api/scenes/${sceneId(1)}/images`, { imageUrl: `https://example.com/${n}.png` });
    }
    const app = await openProject();
    await restore(app, 'Image 1, From Dawn');
    await screen.findByText('Restore failed');
    screen.getByText('That was refused.');
    expect(await names()).toEqual(['Image 1, From Dawn']);
  });

  it('can be read again after they could not be loaded', async () => {
    server.fail('GET', '/api/projects/:id/deleted', 503);
    const { user } = await openProject();
    await screen.findByText("Couldn't load what was deleted");
    server.on('GET', '/api/projects/:id/deleted', () => ({ json: [] }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Nothing to restore');
  });
});

describe('several deleted items', () => {
  /** The dialog hides the button from screen readers, although it is visible in front of the dialog. */
  const undo = () => screen.getByRole('button', { name: 'Undo', hidden: true });
  const shown = () => server.data.liveScenes(PROJECT).map(({ title }) => title);

  it('are restored with one press and one notification, and deleted again by its Undo', async () => {
    for (const n of [1, 3, 2]) await elsewhere('DELETE', `/api/scenes/${sceneId(n)}`);
    const { user } = await openProject();
    await user.click(await screen.findByRole('button', { name: 'Restore all 3 scenes, Scenes' }));
    await screen.findByText('3 scenes restored');
    await screen.findByText('Nothing to restore');
    expect(shown()).toEqual(['Dawn', 'Noon', '']);
    expect(screen.queryByText('Scene restored')).toBeNull();
    await user.click(undo());
    await screen.findByText('3 scenes deleted');
    await screen.findByRole('button', { name: 'Restore all 3 scenes, Scenes' });
    expect(shown()).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Undo/, hidden: true })).toBeNull();
  });

  it('of one scene return to their places, and items of other scenes stay', async () => {
    const before = server.data.scene(sceneId(1));
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/images/0`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/images/0`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/videos/one`);
    await elsewhere('DELETE', `/api/scenes/${sceneId(2)}/images/0`);
    const { user } = await openProject();
    // A single item has its own button, and its group has none.
    await screen.findByRole('button', { name: 'Restore Image 1, From Noon' });
    expect(screen.queryByRole('button', { name: /^Restore all .*Noon$/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore all 2 images and 1 clip, From Dawn' }));
    await screen.findByText('2 images and 1 clip restored');
    const { imageUrls, imageUrl, videos } = server.data.scene(sceneId(1));
    expect([imageUrls, imageUrl]).toEqual([before.imageUrls, before.imageUrl]);
    expect(videos.map(({ id }) => id)).toEqual(['one', 'two']);
    await waitFor(async () => expect(await names()).toEqual(['Image 1, From Noon']));
    await user.click(undo());
    await screen.findByText('2 images and 1 clip deleted');
    expect(server.data.scene(sceneId(1))).toMatchObject({ imageUrls: [], videos: [{ id: 'two' }] });
  });

  it('are restored once, however often it is pressed', async () => {
    for (const n of [1, 2]) await elsewhere('DELETE', `/api/scenes/${sceneId(n)}`);
    await openProject();
    const button = await screen.findByRole('button', { name: /^Restore all 2 scenes/ });
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('2 scenes restored');
    expect(server.sent('POST', '/api/scenes/restore')).toHaveLength(2);
  });

  it('show how many of them were restored and why the others were not', async () => {
    for (const at of [0, 0]) await elsewhere('DELETE', `/api/scenes/${sceneId(1)}/images/${at}`);
    for (let n = 0; n < 11; n += 1) {
      await elsewhere('POST', `/api/scenes/${sceneId(1)}/images`, { imageUrl: `https://example.com/${n}.png` });
    }
    const { user } = await openProject();
    await user.click(await screen.findByRole('button', { name: /^Restore all 2 images/ }));
    await screen.findByText('1 of 2 restored');
    screen.getByText('That was refused.');
    expect(await names()).toHaveLength(1);
    await user.click(undo());
    await screen.findByText('1 image deleted');
    expect(server.data.scene(sceneId(1)).imageUrls).toHaveLength(11);
  });

  it('that could not be restored stay, and are retried', async () => {
    for (const n of [1, 2]) await elsewhere('DELETE', `/api/scenes/${sceneId(n)}`);
    server.fail('POST', '/api/scenes/restore', 503);
    const { user } = await openProject();
    await user.click(await screen.findByRole('button', { name: /^Restore all 2 scenes/ }));
    await screen.findByText('Restore failed');
    screen.getByText('Failed to restore 2 scenes. Please try again.');
    expect(await names()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull();
  });
});

describe('deleted projects', () => {
  it('are listed on the dashboard, and return to their place with their scenes', async () => {
    await elsewhere('DELETE', `/api/projects/${PROJECT}`);
    const app = renderAddress();
    await app.user.click(await screen.findByRole('button', { name: 'Recently Deleted' }));
    await restore(app, 'Beta, 3 scenes');
    await screen.findByText('Project restored');
    await screen.findByText('Nothing to restore');
    await app.user.keyboard('{Escape}');
    const cards = await screen.findAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('link', { name: /^Open/ }).getAttribute('aria-label'))).toEqual([
      'Open Beta',
      'Open Alpha',
    ]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Recently Deleted' }));
  });
});
