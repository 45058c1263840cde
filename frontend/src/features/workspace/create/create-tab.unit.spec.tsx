import type { Project } from '@storyreel/contracts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useProject } from '../../projects/api';
import { readSearch } from '../../projects/search';
import { PROJECT_ID, projectWith, sceneWith } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { leaveApp, renderApp } from '../../../testing/render-app';
import { scenesNumbered } from '../../../testing/workspace-server';
import { dismissToast } from '../../../ui';
import CreateTab, { DownloadZipButton } from './CreateTab';

const ZIP = `/api/projects/${PROJECT_ID}/download-all`;
const zipCalls = ({ calls }: MediaServer) => calls.filter(({ path }) => path === ZIP).map(({ method }) => method);
const downloads: { href: string; name: string }[] = [];

beforeEach(() => {
  downloads.length = 0;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ href: this.href, name: this.download });
  });
});
afterEach(() => {
  leaveApp();
  jest.restoreAllMocks();
});

function Host() {
  const { data } = useProject(PROJECT_ID);
  return data ? <CreateTab project={data} /> : <p>Reading</p>;
}
// jsdom has no layout, so it cannot scroll.
window.scrollTo = () => {};

async function open(part: Partial<Project> = {}, scenes = [sceneWith()]) {
  const server = new MediaServer(sceneWith(), projectWith(part));
  server.data.holdScenes(PROJECT_ID, scenes);
  const routeTree = createRootRoute({ component: Host, validateSearch: readSearch });
  const app = renderApp(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
  await screen.findByRole('heading', { name: 'Project Summary' });
  return { server, ...app };
}
const FINISHED = {
  completedVideoUrl: '/api/media/final.mp4',
  completedVideoFilename: 'final cut.mp4',
  completedVideoStatus: 'complete',
} as const;
const file = (type = 'video/mp4', size = 10): File => {
  const made = new File(['x'], 'my film.mp4', { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const pick = (label: string, chosen: File): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [chosen] } });
const click = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('the summary', () => {
  it('has title, description, scene count and the first 200 characters of the story [CREATE-08]', async () => {
    await open({ story: 'y'.repeat(250) }, scenesNumbered(7));
    expect(screen.getByText('The keeper')).toBeTruthy();
    expect(screen.getByText('A keeper and a storm')).toBeTruthy();
    expect(screen.getByText('7 scenes')).toBeTruthy();
    expect(screen.getByText(`${'y'.repeat(200)}…`)).toBeTruthy();
  });
});

describe('the storyboard as PDF', () => {
  it('is downloaded on the chosen paper with the chosen number of scenes a page, and a refusal is shown', async () => {
    const { server, user } = await open({}, scenesNumbered(3));
    const path = `/api/projects/${PROJECT_ID}/storyboard.pdf`;
    server.on('GET', path, () => ({ blob: new Blob(['pdf']) }));
    const choose = async (index: number) => {
      await user.click(click('Storyboard as PDF'));
      await user.click((await screen.findAllByRole('menuitem', { name: /Scenes a Page/ }))[index] ?? expect.anything());
    };
    await choose(5);
    expect(await screen.findByText('Download Started')).toBeTruthy();
    expect(downloads.map(({ href }) => new URL(href).search)).toEqual(['?paper=letter&frames=6']);
    server.fail('GET', path, 400, 'A storyboard can have at most 300 scenes.', 'limit_reached');
    await choose(0);
    expect(await screen.findByText('A storyboard can have at most 300 scenes.')).toBeTruthy();
    expect(downloads).toHaveLength(1);
  });
});

describe('the ZIP', () => {
  it('is saved under the server’s file name [CREATE-01, CREATE-07]', async () => {
    const { server, user } = await open();
    let answer = (): void => {};
    server.on('GET', ZIP, async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { blob: new Blob(['zip']), headers: { 'Content-Disposition': 'attachment; filename="keeper.zip"' } };
    });
    await user.click(click('Download ZIP'));
    expect(click('Creating ZIP...')).toHaveProperty('disabled', true);
    await waitFor(() => expect(zipCalls(server)).toEqual(['HEAD']));
    await act(async () => answer());
    expect(await screen.findByText('Download Started')).toBeTruthy();
    // The ZIP is downloaded by a link, which the browser streams to disk; the page itself fetches none of its bytes.
    expect(downloads).toEqual([{ href: new URL(ZIP, window.location.href).href, name: 'keeper.zip' }]);
    expect(zipCalls(server)).toEqual(['HEAD']);
    expect(click('Download ZIP')).toBeTruthy();
  });

  it('is saved with a message about files that could not be included', async () => {
    const { server, user } = await open();
    server.on('GET', ZIP, () => ({ blob: new Blob(['zip']), headers: { 'X-Left-Out': '2' } }));
    await user.click(click('Download ZIP'));
    expect(await screen.findByText(/^2 files are missing or damaged/)).toBeTruthy();
    expect(downloads).toHaveLength(1);
  });

  it('is saved under the sanitized title without a file name of the server [CREATE-04]', async () => {
    const { server, user } = await open({ title: 'The keeper / Part 1' });
    server.on('GET', ZIP, () => ({ blob: new Blob(['zip']) }));
    await user.click(click('Download ZIP'));
    await screen.findByText('Download Started');
    expect(downloads.map(({ name }) => name)).toEqual(['The_keeper_Part_1_assets.zip']);
  });

  it('without content shows a message [CREATE-05]', async () => {
    const { server, user } = await open();
    server.fail('GET', ZIP, 404, 'Nothing there', 'not_found');
    await user.click(click('Download ZIP'));
    expect(await screen.findByText('No Assets Found')).toBeTruthy();
    expect(screen.getByText("This project doesn't have any videos or audio files to download.")).toBeTruthy();
  });

  it('that fails otherwise shows an error [CREATE-06]', async () => {
    const { server, user } = await open();
    server.fail('GET', ZIP, 503, 'None of the files can be read.');
    await user.click(click('Download ZIP'));
    expect(await screen.findByText('Download Failed')).toBeTruthy();
    screen.getByText('None of the files can be read.');
  });

  it('needs a project [CREATE-02]', async () => {
    const server = new MediaServer(sceneWith());
    const { user } = renderApp(<DownloadZipButton project={null} />);
    await user.click(click('Download ZIP'));
    expect(await screen.findByText('No project selected')).toBeTruthy();
    expect(server.calls).toHaveLength(0);
  });
});

describe('a project without a finished video', () => {
  it('has an upload area with its hint [CREATE-11, CREATE-12]', async () => {
    await open();
    expect(screen.getByText('Click to select MP4, MOV, or other video files (max 100MB)')).toBeTruthy();
    expect(screen.queryByLabelText('Final video')).toBeNull();
  });

  it('accepts a video, which the project then has [CREATE-16, CREATE-17, UPLOAD-02]', async () => {
    const { server } = await open();
    pick('Upload Video file', file());
    expect(await screen.findByText('Video uploaded successfully!')).toBeTruthy();
    expect(server.sent('POST', '/api/upload')).toHaveLength(1);
    expect(server.sent('PATCH', `/api/projects/${PROJECT_ID}`).map(({ body }) => body)).toEqual([
      {
        completedVideoUrl: '/api/media/uploaded-1',
        completedVideoFilename: 'my film.mp4',
        completedVideoStatus: 'complete',
      },
    ]);
    expect(screen.getByLabelText('Final video').getAttribute('src')).toBe('/api/media/uploaded-1');
  });

  it.each(['video/quicktime', 'video/x-anything'])('accepts a video of type %s [CREATE-13]', async (type) => {
    const { server } = await open();
    pick('Upload Video file', file(type));
    expect(await screen.findByText('Video uploaded successfully!')).toBeTruthy();
    expect(server.project.completedVideoUrl).toBe('/api/media/uploaded-1');
  });

  it.each(['image/png', 'audio/mpeg', ''])('refuses a file of type "%s" [CREATE-13]', async (type) => {
    const { server } = await open();
    pick('Upload Video file', file(type));
    expect(await screen.findByText('Please select a video file.')).toBeTruthy();
    expect(server.sent('POST', '/api/upload')).toHaveLength(0);
  });

  it('accepts a video of one byte less than 100MB, and refuses one of exactly 100MB [CREATE-14, CREATE-15]', async () => {
    const { server } = await open();
    const limit = 100 * 1_048_576;
    for (const size of [limit, limit + 1]) {
      pick('Upload Video file', file('video/mp4', size));
      expect(await screen.findByText('Video files must be smaller than 100MB.')).toBeTruthy();
      act(() => dismissToast());
    }
    expect(server.sent('POST', '/api/upload')).toHaveLength(0);
    pick('Upload Video file', file('video/mp4', limit - 1));
    expect(await screen.findByText('Video uploaded successfully!')).toBeTruthy();
    expect(server.project.completedVideoUrl).toBe('/api/media/uploaded-1');
  });

  it('accepts a dropped video', async () => {
    const { server } = await open();
    const zone = screen.getByText('Upload Video');
    const event = createEvent.drop(zone);
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [file()] } });
    fireEvent(zone, event);
    await waitFor(() => expect(server.project.completedVideoFilename).toBe('my film.mp4'));
  });

  it('shows the progress of an upload and cancels it', async () => {
    const { server, user } = await open();
    server.holdUploads = true;
    pick('Upload Video file', file());
    await waitFor(() => expect(server.puts).toHaveLength(1));
    act(() => server.puts[0]?.progress(0.5));
    expect(screen.getByText('Uploading my film.mp4: 50%')).toBeTruthy();
    await user.click(click('Cancel Upload'));
    expect(await screen.findByText('Upload Video')).toBeTruthy();
    expect(screen.queryByText('Upload Failed')).toBeNull();
  });

  it('shows an error when the upload failed [CREATE-18]', async () => {
    const { server } = await open();
    server.fail('POST', '/api/objects/finalize', 500);
    pick('Upload Video file', file());
    expect(await screen.findByText('Upload Failed')).toBeTruthy();
    expect(screen.getByText('Failed to upload video. Please try again.')).toBeTruthy();
  });
});

describe('a project with a finished video', () => {
  it('has a player with Download, Share, Delete and Replace Video [CREATE-09]', async () => {
    const { user } = await open(FINISHED);
    expect(screen.getByLabelText('Final video').getAttribute('src')).toBe('/api/media/final.mp4');
    for (const name of ['Download', 'Share', 'Delete', 'Replace Video']) expect(click(name)).toBeTruthy();
    await user.click(click('Download'));
    expect(downloads).toEqual([{ href: 'http://localhost/api/media/final.mp4', name: 'final cut.mp4' }]);
  });

  it('is shared by a link in the clipboard, until the link is ended [CREATE-10]', async () => {
    const { server, user } = await open(FINISHED);
    await user.click(click('Share'));
    expect(await screen.findByText('Link Copied')).toBeTruthy();
    const [link] = server.data.links;
    expect(await navigator.clipboard.readText()).toBe(`http://localhost${link?.row.url}`);
    await user.click(click('Share'));
    expect(server.data.links).toHaveLength(1);

    expect(screen.getByRole('link', { name: 'View the page of the final video' }).getAttribute('href')).toBe(
      link?.row.url,
    );
    await user.click(click('Stop sharing the final video'));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Stop sharing this video?' }));
    await user.click(dialog.getByRole('button', { name: 'Stop Sharing' }));
    expect(await screen.findByText('Sharing stopped')).toBeTruthy();
    expect(link).toMatchObject({ ended: true });
    await waitFor(() => expect(screen.queryByText('Anyone with the link can watch.')).toBeNull());
    expect(document.activeElement).toBe(click('Share'));
  });

  it('shows an error when it could not be shared, with an unchanged clipboard', async () => {
    const { server, user } = await open(FINISHED);
    server.fail('POST', `/api/projects/${PROJECT_ID}/links`, 503);
    await user.click(click('Share'));
    expect(await screen.findByText("Couldn't share the video")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('');
    expect(screen.queryByText('Anyone with the link can watch.')).toBeNull();
  });

  it('shows a link that could not be copied', async () => {
    const { server, user } = await open(FINISHED);
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await user.click(click('Share'));
    expect(await screen.findByText("Couldn't copy the link")).toBeTruthy();
    expect(screen.getByText(`http://localhost${server.data.links[0]?.row.url}`)).toBeTruthy();
    expect(screen.getByText('Anyone with the link can watch.')).toBeTruthy();
  });

  it('replaces the video [CREATE-17]', async () => {
    const { server } = await open(FINISHED);
    pick('Replacement video file', file());
    expect(await screen.findByText('Video updated successfully!')).toBeTruthy();
    expect(server.project.completedVideoUrl).toBe('/api/media/uploaded-1');
  });

  it('loses the video on Delete, and gets it back on Undo [CREATE-19]', async () => {
    const { server, user } = await open(FINISHED);
    await user.click(click('Delete'));
    expect(await screen.findByText('Video Deleted')).toBeTruthy();
    expect(server.project).toMatchObject({
      completedVideoUrl: null,
      completedVideoFilename: null,
      completedVideoStatus: 'pending',
    });
    expect(screen.queryByLabelText('Final video')).toBeNull();
    await user.click(click('Undo'));
    expect(await screen.findByText('Video restored')).toBeTruthy();
    expect(server.project).toMatchObject(FINISHED);
  });
});
