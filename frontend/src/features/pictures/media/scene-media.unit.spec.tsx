import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MediaHost } from '../../../testing/MediaHost';
import { images, SCENE_ID, sceneWith, videoItem } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { leaveApp, renderApp } from '../../../testing/render-app';

afterEach(leaveApp);

const url = (rest: string): string => `/api/scenes/${SCENE_ID}/${rest}`;
const png = (): File => new File(['xyz'], 'a.png', { type: 'image/png' });
const mp4 = (): File => new File(['xyz'], 'clip.mp4', { type: 'video/mp4' });

async function open(scene = sceneWith(images(3))) {
  const server = new MediaServer(scene);
  const app = renderApp(<MediaHost />);
  await screen.findByRole('list', { name: 'Images' });
  return { server, ...app };
}
const slot = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const pressed = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Images' }))
    .getAllByRole('button', { pressed: true })
    .map((button) => button.getAttribute('aria-label'));
const preview = (): string | undefined => screen.queryByAltText('Image preview')?.getAttribute('src') ?? undefined;
const pick = (label: string, file: File): boolean =>
  fireEvent.change(screen.getAllByLabelText(label)[0] as HTMLElement, { target: { files: [file] } });

describe('a scene that is opened', () => {
  it('has its first image and its first video selected without a click [SLOT-23]', async () => {
    const scene = sceneWith(images(2), { imageUrl: null, videos: [videoItem('v0'), videoItem('v1')] });
    await open(scene);
    expect(slot('Image 1, complete').getAttribute('aria-pressed')).toBe('true');
    expect(slot('Clip 1, complete').getAttribute('aria-pressed')).toBe('true');
    expect(preview()).toBe('/api/media/0.png');
    expect(screen.getByLabelText('Clip preview').getAttribute('src')).toBe('/api/media/v0.mp4');
  });

  it('shows the stored main one [SLOT-24]', async () => {
    await open(sceneWith(images(3), { imageUrl: '/api/media/2.png' }));
    expect(pressed()).toEqual(['Image 3, complete']);
  });
});

describe('a click on a slot', () => {
  it('selects it and stores it as the main image [SLOT-13, SLOT-24, SLOT-32, SLOT-36]', async () => {
    const { server, user } = await open();
    await user.click(slot('Image 2, complete'));
    await screen.findByText('Main image updated');
    expect(server.sent('PATCH', url('main-image')).map(({ body }) => body)).toEqual([{ imageUrl: '/api/media/1.png' }]);
    expect(pressed()).toEqual(['Image 2, complete']);
    expect(preview()).toBe('/api/media/1.png');
  });

  it('works with the keyboard', async () => {
    const { server, user } = await open();
    slot('Image 3, complete').focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Main image updated');
    expect(server.scene.imageUrl).toBe('/api/media/2.png');
  });

  it('stores the main video [SLOT-24, SLOT-32, SLOT-36]', async () => {
    const { server, user } = await open(sceneWith(images(1), { videos: [videoItem('v0'), videoItem('v1')] }));
    await user.click(slot('Clip 2, complete'));
    await screen.findByText('Main video updated');
    expect(server.sent('PATCH', url('main-video')).map(({ body }) => body)).toEqual([{ videoId: 'v1' }]);
  });

  it('on the selected one clears the selection on screen and leaves the stored main [SLOT-14]', async () => {
    const { server, user } = await open();
    await user.click(slot('Image 1, complete'));
    expect(screen.queryAllByRole('button', { pressed: true })).toHaveLength(0);
    expect(preview()).toBeUndefined();
    expect(server.scene.imageUrl).toBe('/api/media/0.png');
    expect(server.sent('PATCH', url('main-image'))).toHaveLength(0);
    await user.click(slot('Image 1, complete'));
    expect(pressed()).toEqual(['Image 1, complete']);
  });

  it('stores an image that only replaced the missing main one, once it is selected [SLOT-24]', async () => {
    const { server, user } = await open(sceneWith(images(2), { imageUrl: null }));
    for (const name of ['Image 1, complete', 'Image 1, complete']) await user.click(slot(name));
    await screen.findByText('Main image updated');
    expect(server.sent('PATCH', url('main-image')).map(({ body }) => body)).toEqual([{ imageUrl: '/api/media/0.png' }]);
  });

  it('reverts when the server refuses [SLOT-41]', async () => {
    const { server, user } = await open(sceneWith(images(2), { videos: [videoItem('v0'), videoItem('v1')] }));
    server.fail('PATCH', url('main-image'), 500).fail('PATCH', url('main-video'), 500);
    await user.click(slot('Image 2, complete'));
    expect(await screen.findByText('Failed to set main image. Please try again.')).toBeTruthy();
    expect(screen.getByText('Update failed')).toBeTruthy();
    expect(pressed()).toEqual(['Image 1, complete']);
    await user.click(slot('Clip 2, complete'));
    expect(await screen.findByText('Failed to set main video. Please try again.')).toBeTruthy();
  });
});

describe('deleting an image', () => {
  it('asks first, and Cancel keeps it [SLOT-28, SLOT-29]', async () => {
    const { server, user } = await open();
    await user.click(slot('Delete Image 2'));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Confirm Deletion' }));
    expect(
      dialog.getByText('Are you sure you want to delete this image/video? You can restore it from Recently Deleted.'),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.scene.imageUrls).toHaveLength(3);
  });

  it('says for an unfinished one that it cannot be undone [SLOT-29]', async () => {
    const { user } = await open(sceneWith([{ status: 'failed' }, {}]));
    await user.click(slot('Delete Image 1'));
    screen.getByText('Are you sure you want to delete this image/video? This action cannot be undone.');
  });

  it('removes it by its place and keeps the same image selected [SLOT-25, SLOT-33, SLOT-37]', async () => {
    const { server, user } = await open(sceneWith(images(3), { imageUrl: '/api/media/2.png' }));
    await user.click(slot('Delete Image 1'));
    await user.click(slot('Delete'));
    await screen.findByText('Image deleted');
    expect(server.sent('DELETE', url('images/0'))).toHaveLength(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(pressed()).toEqual(['Image 2, complete']);
    expect(preview()).toBe('/api/media/2.png');
  });

  it('can be undone: it returns to its old place [SLOT-31, SLOT-38]', async () => {
    const { server, user } = await open();
    await user.click(slot('Delete Image 2'));
    await user.click(slot('Delete'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Image restored');
    expect(server.sent('POST', url('images')).map(({ body }) => body)).toEqual([
      { imageUrl: '/api/media/1.png', insertAt: 1 },
    ]);
    expect(server.scene.imageUrls).toEqual(['/api/media/0.png', '/api/media/1.png', '/api/media/2.png']);
  });

  it('shows an error when it failed and keeps the dialog open [SLOT-42]', async () => {
    const { server, user } = await open();
    server.fail('DELETE', url('images/1'), 500);
    await user.click(slot('Delete Image 2'));
    await user.click(slot('Delete'));
    expect(await screen.findByText('Failed to delete image. Please try again.')).toBeTruthy();
    expect(screen.getByText('Deletion failed')).toBeTruthy();
    expect(screen.getByRole('alertdialog')).toBeTruthy();
  });

  it('shows an error when the undo failed [SLOT-43]', async () => {
    const { server, user } = await open();
    server.fail('POST', url('images'), 500);
    await user.click(slot('Delete Image 2'));
    await user.click(slot('Delete'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Failed to restore image. Please try again.')).toBeTruthy();
    expect(screen.getByText('Restore failed')).toBeTruthy();
  });
});

describe('deleting a video', () => {
  const scene = () => sceneWith(images(1), { videos: [videoItem('v0'), videoItem('v1')], mainVideoId: 'v0' });

  it('can be undone with all of its data [SLOT-33, SLOT-37, SLOT-38, SLOT-39]', async () => {
    const { server, user } = await open(scene());
    await user.click(slot('Delete Clip 1'));
    await user.click(slot('Delete'));
    await screen.findByText('Video deleted');
    expect(server.scene.videos.map(({ id }) => id)).toEqual(['v1']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Video restored');
    expect(server.scene.videos).toEqual([videoItem('v0'), videoItem('v1')]);
    expect(server.scene.mainVideoId).toBe('v0');
  });

  it('shows an error when it, or its undo, failed [SLOT-42, SLOT-43]', async () => {
    const { server, user } = await open(scene());
    server.fail('POST', url('videos'), 500);
    await user.click(slot('Delete Clip 1'));
    await user.click(slot('Delete'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Failed to restore video. Please try again.')).toBeTruthy();
    expect(screen.getByText('Restore failed').closest<HTMLElement>('[data-variant]')?.dataset.variant).toBe(
      'destructive',
    );
    server.fail('DELETE', url('videos/v1'), 500);
    await user.click(slot('Delete Clip 1'));
    await user.click(slot('Delete'));
    expect(await screen.findByText('Failed to delete video. Please try again.')).toBeTruthy();
  });
});

describe('an upload', () => {
  it('of an image adds it and makes it the main one [SLOT-26, SLOT-30, SLOT-35]', async () => {
    const { server } = await open();
    pick('Upload image file', png());
    await screen.findByText('Image added successfully');
    expect(server.sent('POST', url('images')).map(({ body }) => body)).toEqual([{ imageUrl: '/api/media/uploaded-1' }]);
    expect(pressed()).toEqual(['Image 4, complete']);
    expect(server.puts[0]?.contentType).toBe('image/png');
  });

  it('by the large preview works as well [SLOT-03]', async () => {
    const { server } = await open();
    pick('Replace image file', png());
    await waitFor(() => expect(server.scene.imageUrls).toHaveLength(4));
  });

  it('of a video sends its metadata and makes it the main one [SLOT-26, SLOT-34, SLOT-35]', async () => {
    const { server } = await open(sceneWith(images(1), { videos: [videoItem('v0')], mainVideoId: 'v0' }));
    pick('Upload clip file', mp4());
    await screen.findByText('Video added successfully');
    expect(server.sent('POST', url('videos')).map(({ body }) => body)).toEqual([
      { url: '/api/media/uploaded-1', filename: 'clip.mp4', mimeType: 'video/mp4', size: 3, duration: null },
    ]);
    expect(slot('Clip 2, complete').getAttribute('aria-pressed')).toBe('true');
  });

  it('shows its progress in its slot and can be canceled without a message', async () => {
    const { server, user } = await open();
    server.holdUploads = true;
    pick('Upload image file', png());
    await waitFor(() => expect(server.puts).toHaveLength(1));
    act(() => server.puts[0]?.progress(0.42));
    expect(screen.getByText('42%')).toBeTruthy();
    await user.click(slot('Cancel upload of a.png'));
    await waitFor(() => expect(screen.queryByText('42%')).toBeNull());
    expect(server.puts[0]?.aborted).toBe(true);
    expect(screen.queryByText('Upload Failed')).toBeNull();
    expect(server.scene.imageUrls).toHaveLength(3);
  });

  it('whose file was refused shows an error', async () => {
    const { server } = await open();
    server.fail('POST', '/api/objects/upload', 503);
    pick('Upload image file', png());
    expect(await screen.findByText('Failed to upload image. Please try again.')).toBeTruthy();
  });

  it('that is damaged is refused with the server’s message, without a retry', async () => {
    const { server } = await open();
    server.fail('POST', '/api/objects/finalize', 415, 'The image can’t be used. It is damaged.');
    pick('Upload image file', png());
    expect(await screen.findByText('The image can’t be used. It is damaged.')).toBeTruthy();
    expect(screen.queryByText('Failed to upload image. Please try again.')).toBeNull();
  });

  it('that could not be added shows an error [SLOT-40]', async () => {
    const { server } = await open();
    server.fail('POST', url('images'), 500).fail('POST', url('videos'), 500);
    pick('Upload image file', png());
    expect(await screen.findByText('Failed to add image to scene. Please try again.')).toBeTruthy();
    expect(screen.getByText('Upload failed')).toBeTruthy();
    pick('Upload clip file', mp4());
    expect(await screen.findByText('Failed to add video to scene. Please try again.')).toBeTruthy();
  });
});
