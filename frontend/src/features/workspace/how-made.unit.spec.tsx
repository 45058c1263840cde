import { act, screen, waitFor, within } from '@testing-library/react';
import { MediaHost } from '../../testing/MediaHost';
import { JOB_ID, sceneWith, videoItem } from '../../testing/media-fixtures';
import { MediaServer } from '../../testing/media-server';
import { leaveApp, renderApp } from '../../testing/render-app';
import { runWith } from '../../testing/run-fixtures';

afterEach(leaveApp);

const CLIP_RUN = '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0005';
const FAILED_RUN = '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0006';

/** Opens a scene with a generated image and clip, a failed image, and an upload of each kind. */
async function open() {
  const slots = [{}, {}, { status: 'failed' as const, jobId: FAILED_RUN }];
  const server = new MediaServer(sceneWith(slots, { videos: [videoItem('made'), videoItem('uploaded')] }));
  const asset = (url: string, kind: 'image' | 'video') => ({ id: url, kind, url, place: 'in_scene' as const });
  server.data.runs = [
    runWith({ assets: [asset('/api/media/0.png', 'image')] }),
    runWith({
      id: CLIP_RUN,
      kind: 'video',
      prompt: 'The beam sweeps',
      assets: [asset('/api/media/made.mp4', 'video')],
    }),
    runWith({ id: FAILED_RUN, state: 'failed', error: 'The provider refused it.' }),
  ];
  const app = renderApp(<MediaHost />);
  await screen.findByRole('button', { name: 'How Image 1 was made' });
  return { server, ...app };
}
const shown = async () => within(await screen.findByRole('dialog', { name: 'How This Was Made' }));

describe('the details of a generation', () => {
  it('open from an image, and return the focus when they are closed', async () => {
    const { user, server } = await open();
    const trigger = screen.getByRole('button', { name: 'How Image 1 was made' });
    act(() => trigger.focus());
    await user.keyboard('{Enter}');
    const dialog = await shown();
    await dialog.findByText('A lighthouse in the fog');
    await dialog.findByRole('tab', { name: 'Provider Calls' });
    expect(server.sent('GET', `/api/runs/${JOB_ID}`)).toHaveLength(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(trigger);
  });

  it('open from a clip', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'How Clip 1 was made' }));
    await (await shown()).findByText('The beam sweeps');
  });

  it('show why an image failed', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'How Image 3 was made' }));
    await (await shown()).findByText('The provider refused it.');
  });

  it('are missing for uploads', async () => {
    await open();
    screen.getByRole('button', { name: 'Delete Image 2' });
    expect(screen.queryByRole('button', { name: 'How Image 2 was made' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'How Clip 2 was made' })).toBeNull();
  });
});
