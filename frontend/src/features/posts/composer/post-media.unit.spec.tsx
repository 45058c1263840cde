import { FILE_LIMITS, LIMITS } from '@storyreel/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppServer } from '../../../testing/app-server';
import { fakeWindow } from '../../../testing/fake-window';
import { leaveApp } from '../../../testing/render-app';
import { renderAddress } from '../../../testing/render-address';
import { socialAccountOf } from '../../../testing/social-fixtures';

let server: AppServer;
let logged: jest.SpyInstance;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
  server.data.social.accounts.hold([socialAccountOf('instagram'), socialAccountOf('tiktok')]);
  let uploads = 0;
  server.on('POST', '/api/objects/finalize', () => {
    const file = server.puts[uploads]?.file;
    uploads += 1;
    const answer = { url: `/api/media/uploaded-${uploads}`, contentType: file?.type ?? '', size: file?.size ?? 0 };
    return { json: answer };
  });
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  leaveApp();
  logged.mockRestore();
});

const fileOf = (name: string, type: string, size = 1_572_864) =>
  Object.defineProperty(new File(['abc'], name, { type }), 'size', { value: size });
const open = async () => {
  const app = renderAddress('/create-post');
  await screen.findAllByText('Connected');
  return app;
};
const files = () =>
  screen.queryByRole('list', { name: 'Files of the post' })
    ? within(screen.getByRole('list', { name: 'Files of the post' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : [];
const pick = (...chosen: File[]) =>
  fireEvent.change(screen.getByLabelText('Media files'), { target: { files: chosen } });

describe('media of a post', () => {
  it('have images adapted to Instagram on a frame, or cropped by choice', async () => {
    const { user } = await open();
    pick(fileOf('b.mov', 'video/quicktime'));
    await waitFor(() => expect(files()).toHaveLength(1));
    expect(screen.queryByLabelText('Images on Instagram')).toBeNull();
    pick(fileOf('a.png', 'image/png'));
    await user.selectOptions(await screen.findByLabelText('Images on Instagram'), 'Cropped around the middle');
    await user.type(screen.getByRole('textbox', { name: 'Post Title' }), 'Fog');
    await user.type(screen.getByRole('textbox', { name: 'Content' }), 'Fog');
    await user.click(screen.getByRole('button', { name: 'Publish Now' }));
    await screen.findByText('Post Created');
    expect(server.sent('POST', '/api/social/posts')[0]?.body).toMatchObject({ imageFit: 'crop' });
  });

  it('are several images and videos, listed with name and size, and removable [COMPOSER-11]', async () => {
    const { user } = await open();
    const input = screen.getByLabelText<HTMLInputElement>('Media files');
    expect([input.accept, input.multiple]).toEqual(['image/*,video/*', true]);
    expect(screen.getByText('JPG, PNG, GIF, MP4, MOV, max 50MB each')).toBeTruthy();
    pick(fileOf('a.png', 'image/png'), fileOf('b.mov', 'video/quicktime', FILE_LIMITS.postMedia));
    await waitFor(() => expect(files()).toEqual(['a.png1.50 MB', 'b.mov50.00 MB']));
    await user.click(screen.getByRole('button', { name: 'Remove a.png' }));
    expect(files()).toEqual(['b.mov50.00 MB']);
    expect(server.sent('POST', '/api/objects/upload').map(({ query }) => query.get('purpose'))).toEqual([
      'post-media',
      'post-media',
    ]);
    await user.type(screen.getByRole('textbox', { name: 'Post Title' }), 'Fog');
    await user.type(screen.getByRole('textbox', { name: 'Content' }), 'Fog');
    await user.click(screen.getByRole('button', { name: 'Publish Now' }));
    await screen.findByText('Post Created');
    expect(server.sent('POST', '/api/social/posts')[0]?.body).toMatchObject({ mediaUrls: ['/api/media/uploaded-2'] });
  });

  it('can be dropped, several at once', async () => {
    await open();
    const zone = screen.getByRole('group', { name: 'Media' });
    const dropped = [fileOf('a.png', 'image/png'), fileOf('b.mp4', 'video/mp4')];
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: dropped } });
    await waitFor(() => expect(files()).toHaveLength(2));
  });

  it('have an error when one is refused, and nothing of it is uploaded', async () => {
    const { user } = await open();
    pick(fileOf('a.mp3', 'audio/mpeg'), fileOf('b.mp4', 'video/mp4', FILE_LIMITS.postMedia + 1));
    expect(files()).toEqual([
      'a.mp31.50 MBOnly images and videos can be attached.',
      'b.mp450.00 MBIt is larger than 50MB.',
    ]);
    expect(server.sent('POST', '/api/objects/upload')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove a.mp3' }));
    expect(files()).toHaveLength(1);
  });

  it('are at most ten', async () => {
    await open();
    pick(...Array.from({ length: LIMITS.postMedia + 1 }, (_, at) => fileOf(`${at}.png`, 'image/png')));
    await waitFor(() => expect(server.puts).toHaveLength(LIMITS.postMedia));
    expect(screen.getByRole('alert').textContent).toBe('A post can have up to 10 files.');
  });

  it('show their progress, can be canceled, and delay the post until then', async () => {
    server.holdUploads = true;
    const { user } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Post Title' }), 'Fog');
    await user.type(screen.getByRole('textbox', { name: 'Content' }), 'Fog');
    pick(fileOf('a.mp4', 'video/mp4'));
    await waitFor(() => expect(server.puts).toHaveLength(1));
    act(() => server.puts[0]?.progress(0.4));
    expect(files()).toEqual(['a.mp41.50 MB · 40%']);
    expect(screen.getByRole('progressbar', { name: 'Upload of a.mp4' }).getAttribute('aria-valuenow')).toBe('40');
    await user.click(screen.getByRole('button', { name: 'Publish Now' }));
    expect(screen.getByRole('alert').textContent).toMatch(/^Files are still uploading/);
    expect(server.sent('POST', '/api/social/posts')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel upload of a.mp4' }));
    expect(server.puts[0]?.aborted).toBe(true);
    expect(files()).toEqual([]);
  });

  it('can be retried after a failure', async () => {
    server.fail('POST', '/api/objects/upload', 503, 'The storage is away.');
    const { user } = await open();
    pick(fileOf('a.png', 'image/png'));
    await screen.findByText('The storage is away.');
    server.on('POST', '/api/objects/upload', () => ({ json: { uploadURL: 'http://localhost/api/uploads/again' } }));
    await user.click(screen.getByRole('button', { name: 'Upload a.png again' }));
    await screen.findByRole('button', { name: 'Remove a.png' });
    expect(files()).toEqual(['a.png1.50 MB']);
  });

  it('leave images out for a platform that accepts none', async () => {
    const { user } = await open();
    pick(fileOf('a.png', 'image/png'));
    await screen.findByRole('button', { name: 'Remove a.png' });
    expect(screen.queryByText(/doesn't support images/)).toBeNull();
    await user.click(screen.getByRole('button', { name: /^TikTok/ }));
    expect(screen.getByText("TikTok doesn't support images, so its post goes out without them.")).toBeTruthy();
  });

  it('are canceled when the composer is left', async () => {
    server.holdUploads = true;
    const { user } = await open();
    pick(fileOf('a.png', 'image/png'));
    await waitFor(() => expect(server.puts).toHaveLength(1));
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Zaps' }));
    await waitFor(() => expect(server.puts[0]?.aborted).toBe(true));
  });
});
