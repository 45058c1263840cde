import { screen, waitFor } from '@testing-library/react';
import { images, SCENE_ID, sceneWith, videoItem } from '../../../testing/media-fixtures';
import { loseNextAnswer } from '../../../testing/lost-answer';
import { MediaHost } from '../../../testing/MediaHost';
import { MediaServer } from '../../../testing/media-server';
import { leaveApp, renderApp } from '../../../testing/render-app';

afterEach(leaveApp);

const scene = () => sceneWith(images(3), { videos: [videoItem('v0'), videoItem('v1')], mainVideoId: 'v0' });
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

/** Deletes a slot's asset, but loses the response, so that the dialog stays open. */
async function deleteInVain(slot: string, prepare: (server: MediaServer) => void = () => undefined) {
  const server = new MediaServer(scene());
  const { user } = renderApp(<MediaHost />);
  await screen.findByRole('list', { name: 'Images' });
  prepare(server);
  loseNextAnswer('DELETE', /^\/api\/scenes/);
  await user.click(button(slot));
  await user.click(button('Delete'));
  await screen.findByText('Deletion failed');
  return { server, user };
}
/** Makes the list of scenes fail to load, so that the deleted asset stays on screen. */
const withoutList = (server: MediaServer): void => void server.disconnect('GET', '/api/scenes');

describe('a deletion whose answer was lost', () => {
  it('of an image deletes no other one when it is repeated', async () => {
    const { server, user } = await deleteInVain('Delete Image 1', withoutList);
    await user.click(button('Delete'));
    await screen.findByText('Image deleted');
    expect(server.scene.imageUrls).toEqual(['/api/media/1.png', '/api/media/2.png']);
    const keys = server
      .sent('DELETE', `/api/scenes/${SCENE_ID}/images/0`)
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.any(String), keys[0]]);
    await user.click(button('Undo'));
    await screen.findByText('Image restored');
    expect(server.scene.imageUrls).toEqual(['/api/media/0.png', '/api/media/1.png', '/api/media/2.png']);
  });

  it('of a clip is complete when it is repeated, and can be undone', async () => {
    const { server, user } = await deleteInVain('Delete Clip 1', withoutList);
    await user.click(button('Delete'));
    await screen.findByText('Video deleted');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.scene.videos).toEqual([videoItem('v1')]);
    await user.click(button('Undo'));
    await screen.findByText('Video restored');
    expect(server.scene.videos).toEqual([videoItem('v0'), videoItem('v1')]);
  });

  it.each([
    ['an image', 'Delete Image 1', 'Image 3, complete', 'Image deleted'],
    ['a clip', 'Delete Clip 1', 'Clip 2, complete', 'Video deleted'],
  ])('of %s shows soon that it is gone, and nothing is sent again', async (_, slot, last, told) => {
    const { server, user } = await deleteInVain(slot);
    await waitFor(() => expect(screen.queryByRole('button', { name: last, hidden: true })).toBeNull());
    await user.click(button('Delete'));
    await screen.findByText(told);
    expect(server.sent('DELETE', /./)).toHaveLength(1);
  });

  it('of another image is another deletion', async () => {
    const { server, user } = await deleteInVain('Delete Image 1');
    await waitFor(() => expect(server.scene.imageUrls).toHaveLength(2));
    await user.click(button('Delete'));
    await screen.findByText('Image deleted');
    await user.click(button('Delete Image 1'));
    await user.click(button('Delete'));
    await waitFor(() => expect(server.scene.imageUrls).toEqual(['/api/media/2.png']));
  });
});
