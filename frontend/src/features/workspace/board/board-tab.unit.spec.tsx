import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { videoItem } from '../../../testing/media-fixtures';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneNumbered, WorkspaceServer } from '../../../testing/workspace-server';
import { columnsIn } from './BoardTab';
import {
  card,
  cardElement,
  title,
  description,
  dialog,
  withImages,
  openBoard,
  showVideos,
} from '../../../testing/board-stage';
import { stopTime, pass } from '../../../testing/stopped-time';
import { declared } from '../../../testing/unread-styles';

stopTime();

describe('the Board tab', () => {
  it('is a grid of cards that toggles between Images and Videos [BOARD-01]', async () => {
    const app = await openBoard();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(card(1).getAllByText('No Image')).toHaveLength(2);
    await showVideos(app);
    expect(card(1).getAllByText('No Video')).toHaveLength(2);
    await app.user.click(screen.getByRole('radio', { name: 'Images' }));
    expect(card(1).queryByText('No Video')).toBeNull();
  });

  it("says 'No scenes for storyboard' while there are none [BOARD-01]", async () => {
    new WorkspaceServer([]);
    const { user, search } = renderWorkspace('board', { fakeTimers: true });
    await screen.findByText('No scenes for storyboard');
    await act(() => user.click(screen.getByRole('button', { name: 'Next: Create Scenes' })));
    await waitFor(() => expect(search()).toContain('tab=story'));
  });

  it('shows the numbers of the image queue [BOARD-03]', async () => {
    const { server } = await openBoard();
    server.on('GET', '/api/midjourney/queue', () => ({ json: { jobs: [], activeJobs: 2, queuedJobs: 5 } }));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    await screen.findByText('Images: 2 scenes in progress, 5 waiting');
  });

  it('has five columns on a desktop and two on a phone', () => {
    expect([columnsIn(1072), columnsIn(1392), columnsIn(358), columnsIn(0)]).toEqual([5, 5, 2, 2]);
  });
});

describe('an image card', () => {
  it('shows whether there is an image [BOARD-04]', async () => {
    const onlyMain = sceneNumbered(3, { imageUrl: '/api/media/main.png', imageUrls: [] });
    const noMain = { ...withImages(4), imageUrl: null };
    await openBoard([withImages(1), sceneNumbered(2), onlyMain, noMain]);
    for (const n of [1, 3, 4]) card(n).getByText('Image Selected');
    expect(card(2).queryByText('Image Selected')).toBeNull();
    expect(card(2).getAllByText('No Image')).toHaveLength(2);
  });

  it('shows its image at 9:16, or a placeholder [BOARD-06]', async () => {
    await openBoard([withImages(1), sceneNumbered(2)]);
    expect(card(1).getByRole<HTMLImageElement>('img').src).toContain('/api/media/0.png');
    for (const n of [1, 2]) expect(declared(card(n).getByTestId('scene-picture'), 'aspect-ratio')).toMatch(/9 ?\/ ?16/);
    expect(card(2).getByTestId('scene-picture').textContent).toBe('No Image');
  });

  it('has a drag handle and a menu of three entries [BOARD-05]', async () => {
    const { user } = await openBoard();
    card(1).getByRole('button', { name: 'Move scene 1' });
    await user.click(card(1).getByRole('button', { name: 'Actions for scene 1' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Edit Scene',
      'Duplicate Scene',
      'Scene Versions',
      'Delete Scene',
    ]);
  });

  it("is headed 'Scene {order}: {title}', untitled ones by name [BOARD-07]", async () => {
    await openBoard([sceneNumbered(1), sceneNumbered(2, { title: '' })]);
    card(1).getByRole('heading', { name: 'Scene 1: Beat 1' });
    card(2).getByRole('heading', { name: 'Scene 2: Untitled scene' });
  });

  it("shows its description, or 'Click to add description...' [BOARD-08]", async () => {
    await openBoard([sceneNumbered(1), sceneNumbered(2, { description: '' })]);
    card(1).getByText('What happens in beat 1.');
    card(2).getByText('Click to add description...');
  });
});

describe('a click on a card', () => {
  it.each([
    ['the card', () => card(1).getByTestId('scene-picture')],
    ['its title', () => title(1)],
    ['its description', () => description(1)],
  ])('on %s opens the editor [BOARD-09]', async (_name, target) => {
    await openBoard();
    fireEvent.click(target(), { detail: 1 });
    await pass(300);
    expect(dialog()).toBeTruthy();
  });

  it.each(['Move scene 1', 'Actions for scene 1'])('on %s does not [BOARD-10]', async (name) => {
    const { user } = await openBoard();
    await user.click(card(1).getByRole('button', { name }));
    await pass(1000);
    expect(dialog()).toBeNull();
  });
});

describe('a video card', () => {
  const video = () => cardElement(1).querySelector('video') as HTMLVideoElement;
  const clips = [videoItem('one'), videoItem('two')];

  it('shows whether there is a video, and a placeholder without one [BOARD-14, BOARD-15]', async () => {
    const app = await openBoard([sceneNumbered(1, { videos: clips }), sceneNumbered(2)]);
    await showVideos(app);
    card(1).getByText('Video Selected');
    expect(card(2).getByTestId('scene-picture').textContent).toBe('No Video');
    expect(card(2).queryByText('Video Selected')).toBeNull();
  });

  it.each([
    ['no address', videoItem('processing-1', { url: '', status: 'processing' })],
    ['no id', videoItem('', { url: '/api/media/x.mp4' })],
  ])('does not count a video with %s [BOARD-16]', async (_name, item) => {
    const app = await openBoard([sceneNumbered(1, { videos: [item] })]);
    await showVideos(app);
    expect(card(1).getAllByText('No Video')).toHaveLength(2);
  });

  it.each([
    ['the main video', 'two', 'two'],
    ['the first one when none is main', null, 'one'],
    ['the first one when the main one was deleted', 'gone', 'one'],
  ])('previews %s [BOARD-17]', async (_name, mainVideoId, shown) => {
    const app = await openBoard([sceneNumbered(1, { videos: clips, mainVideoId })]);
    await showVideos(app);
    expect(video().src).toContain(`/api/media/${shown}.mp4`);
  });

  it('is muted and paused at 0.1 s [BOARD-18]', async () => {
    const app = await openBoard([sceneNumbered(1, { videos: clips })]);
    await showVideos(app);
    fireEvent.loadedMetadata(video());
    expect(video().muted).toBe(true);
    expect(video().autoplay).toBe(false);
    expect(video().controls).toBe(false);
    expect(video().currentTime).toBeCloseTo(0.1);
  });

  it.each(['pause', 'ended'] as const)('plays with controls; the overlay returns on %s [BOARD-19]', async (end) => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
    const app = await openBoard([sceneNumbered(1, { videos: clips })]);
    await showVideos(app);
    await app.user.click(card(1).getByRole('button', { name: 'Play the clip of scene 1' }));
    expect(play).toHaveBeenCalledTimes(1);
    expect(video().controls).toBe(true);
    expect(card(1).queryByRole('button', { name: 'Play the clip of scene 1' })).toBeNull();
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(video());
    fireEvent[end](video());
    const overlay = await card(1).findByRole('button', { name: 'Play the clip of scene 1' });
    expect(video().controls).toBe(false);
    expect(document.activeElement).toBe(overlay);
    play.mockRestore();
  });

  it('has its controls before it begins to play, and keeps them while a seek pauses it', async () => {
    const controls: boolean[] = [];
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      controls.push(this.controls);
      return Promise.resolve();
    });
    const app = await openBoard([sceneNumbered(1, { videos: clips })]);
    await showVideos(app);
    await app.user.click(card(1).getByRole('button', { name: 'Play the clip of scene 1' }));
    expect(controls).toEqual([true]);
    fireEvent.pause(video());
    expect(video().controls).toBe(true);
    fireEvent.play(video());
    expect(video().controls).toBe(true);
    play.mockRestore();
  });
});
