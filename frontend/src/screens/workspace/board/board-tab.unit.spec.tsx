import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { LIMITS, type Scene } from '@storyreel/contracts';
import { keptTexts } from '../../../platform/kept-texts';
import { restingText } from '../../../testing/inline-edit';
import { images, sceneWith, videoItem } from '../../../testing/media-fixtures';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../../testing/workspace-server';
import { columnsIn } from './columns';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const card = (n: number) => within(screen.getByRole('article', { name: `Scene ${n}` }));
const cardElement = (n: number) => screen.getByRole('article', { name: `Scene ${n}` });
const title = (n: number) => restingText(`Title of scene ${n}`);
const description = (n: number) => restingText(`Description of scene ${n}`);
const dialog = () => screen.queryByRole('dialog', { name: 'Edit Scene' });

const withImages = (n: number): Scene => ({ ...sceneWith(images(2)), ...identity(n) });
const identity = (n: number) => {
  const { id, title: name, description: words, order, displayOrder } = sceneNumbered(n);
  return { id, title: name, description: words, order, displayOrder };
};

async function openBoard(scenes: Scene[] = scenesNumbered(2)) {
  const server = new WorkspaceServer(scenes);
  const app = renderWorkspace('board', { fakeTimers: true });
  await screen.findByRole('article', { name: 'Scene 1' });
  const patches = (n: number) => server.sent('PATCH', `/api/scenes/${sceneId(n)}`).map(({ body }) => body);
  return { ...app, server, patches };
}
async function showVideos({ user }: Awaited<ReturnType<typeof openBoard>>): Promise<void> {
  await user.click(screen.getByRole('radio', { name: 'Videos' }));
}

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
    await screen.findByText('Active: 2 | Queued: 5');
  });

  it('has five columns on a desk and two on a phone', () => {
    expect([columnsIn(1072), columnsIn(1392), columnsIn(358), columnsIn(0)]).toEqual([5, 5, 2, 2]);
  });
});

describe('an image card', () => {
  it('says whether there is an image [BOARD-04]', async () => {
    const onlyMain = sceneNumbered(3, { imageUrl: '/api/media/main.png', imageUrls: [] });
    const noMain = { ...withImages(4), imageUrl: null };
    await openBoard([withImages(1), sceneNumbered(2), onlyMain, noMain]);
    for (const n of [1, 3, 4]) card(n).getByText('Image Selected');
    expect(card(2).queryByText('Image Selected')).toBeNull();
    expect(card(2).getAllByText('No Image')).toHaveLength(2);
  });

  it('shows its picture at 9:16, or a placeholder [BOARD-06]', async () => {
    await openBoard([withImages(1), sceneNumbered(2)]);
    expect(card(1).getByRole<HTMLImageElement>('img').src).toContain('/api/media/0.png');
    for (const n of [1, 2]) expect(getComputedStyle(card(n).getByTestId('scene-picture')).aspectRatio).toBe('9/16');
    expect(card(2).getByTestId('scene-picture').textContent).toBe('No Image');
  });

  it('has a drag handle and a menu of three entries [BOARD-05]', async () => {
    const { user } = await openBoard();
    card(1).getByRole('button', { name: 'Move scene 1' });
    await user.click(card(1).getByRole('button', { name: 'Actions for scene 1' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['Edit Scene', 'Duplicate Scene', 'Delete Scene']);
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

describe('an inline edit on a card', () => {
  const titleField = () => card(1).queryByRole<HTMLInputElement>('textbox', { name: 'Title of scene 1' });

  it('starts with a double click, and the editor stays closed [BOARD-11]', async () => {
    const { user } = await openBoard();
    await user.dblClick(title(1));
    await pass(1000);
    expect(titleField()).toBeTruthy();
    expect(dialog()).toBeNull();
  });

  it.each(['{Enter}', '{F2}'])('starts with %s on the focused text [BOARD-11]', async (key) => {
    const { user } = await openBoard();
    act(() => title(1).focus());
    await user.keyboard(key);
    expect(document.activeElement).toBe(titleField());
  });

  it.each([
    ['Enter', '{Enter}'],
    ['Escape', '{Escape}'],
    ['blur', '{Tab}'],
  ])('of the title saves on %s [BOARD-12]', async (_name, key) => {
    const { user, patches } = await openBoard();
    await user.dblClick(title(1));
    await user.keyboard(`!${key}`);
    await pass(0);
    expect(patches(1)).toEqual([{ title: 'Beat 1!' }]);
    expect(titleField()).toBeNull();
  });

  it.each([
    ['Enter', '{Enter}'],
    ['Escape', '{Escape}'],
    ['blur', '{Tab}'],
  ])('of the description saves on %s [BOARD-12]', async (_name, key) => {
    const { user, patches } = await openBoard();
    await user.dblClick(description(1));
    await user.keyboard(`{Shift>}{Enter}{/Shift}Then.${key}`);
    await pass(0);
    expect(patches(1)).toEqual([{ description: 'What happens in beat 1.\nThen.' }]);
  });

  it('makes the card ignore clicks for 100 ms after it was saved [BOARD-13]', async () => {
    const { user } = await openBoard();
    await user.dblClick(title(1));
    await user.keyboard('!');
    fireEvent.blur(titleField() as HTMLInputElement);
    await pass(99);
    fireEvent.click(cardElement(1));
    await pass(1000);
    expect(dialog()).toBeNull();
    fireEvent.click(cardElement(1));
    await pass(0);
    expect(dialog()).toBeTruthy();
  });

  it('takes clicks again when the 100 ms are over [BOARD-13]', async () => {
    const { user } = await openBoard();
    await user.dblClick(title(1));
    fireEvent.blur(titleField() as HTMLInputElement);
    await pass(100);
    fireEvent.click(cardElement(1));
    await pass(0);
    expect(dialog()).toBeTruthy();
  });
});

describe('a text on a card that is too long', () => {
  const TOO_LONG = 'a'.repeat(LIMITS.title + 3);
  const field = () => card(1).getByRole<HTMLTextAreaElement>('textbox', { name: 'Title of scene 1' });
  async function typeTooMuch() {
    const app = await openBoard();
    await app.user.dblClick(title(1));
    fireEvent.change(field(), { target: { value: TOO_LONG } });
    return app;
  }

  it('is told so while it is typed, cut nowhere and not sent', async () => {
    const { user, patches } = await typeTooMuch();
    expect(card(1).getByRole('alert').textContent).toMatch(/^Too long by 3 characters/);
    for (const key of ['{Enter}', '{Escape}', '{Tab}']) await user.keyboard(key);
    await pass(10_000);
    expect(field().value).toBe(TOO_LONG);
    card(1).getByRole('alert');
    expect(patches(1)).toEqual([]);
  });

  it('says why it is not saved also at rest, after the board was left in the middle', async () => {
    const { user, patches } = await typeTooMuch();
    await act(() => user.click(screen.getByRole('tab', { name: /^Story/ })));
    await act(() => user.click(screen.getByRole('tab', { name: /^Board/ })));
    await pass(10_000);
    expect(title(1).textContent).toBe(TOO_LONG);
    expect(card(1).getByRole('alert').textContent).toMatch(/^Too long by 3 characters.*saved until it fits/);
    expect(patches(1)).toEqual([]);
    await user.dblClick(title(1));
    fireEvent.change(field(), { target: { value: 'Short' } });
    await user.keyboard('{Enter}');
    await pass(0);
    expect(patches(1)).toEqual([{ title: 'Short' }]);
  });
});

describe('what a card says below a text that is not saved', () => {
  const notes = ['Retry', 'Discard', 'Bring back', 'Dismiss'];
  const isDragged = () => cardElement(1).dataset.dragged === 'true';
  async function openWithNotes() {
    const app = await openBoard();
    app.server.fail('PATCH', '/api/scenes/:id', 503);
    await app.user.dblClick(title(1));
    await app.user.keyboard('!{Enter}');
    await pass(5_000);
    act(() => keptTexts.keepReplaced(`scene/${sceneId(1)}/title`, 'The words of another window', 'other window'));
    return app;
  }

  it.each(notes)('does not open the editor when %s is clicked', async (name) => {
    const { user } = await openWithNotes();
    await user.click(card(1).getByRole('button', { name }));
    await pass(1000);
    expect(dialog()).toBeNull();
  });

  it.each(notes.flatMap((name) => ['{Enter}', ' '].map((key) => [name, key] as const)))(
    'neither opens it nor starts a drag when %s is pressed with "%s"',
    async (name, key) => {
      const { user } = await openWithNotes();
      act(() => card(1).getByRole('button', { name }).focus());
      await user.keyboard(key);
      await pass(1000);
      expect(dialog()).toBeNull();
      expect(isDragged()).toBe(false);
    },
  );

  it('does not open it when the words of a note are clicked', async () => {
    const { user } = await openWithNotes();
    await user.click(card(1).getByText('The words of another window'));
    await pass(1000);
    expect(dialog()).toBeNull();
  });

  it('takes Retry from somebody who is still in the field, while the card is deaf', async () => {
    const { user, patches } = await openWithNotes();
    const before = patches(1).length;
    await user.dblClick(title(1));
    await user.click(card(1).getByRole('button', { name: 'Retry' }));
    expect(patches(1).length).toBeGreaterThan(before);
    await pass(1000);
    expect(dialog()).toBeNull();
  });

  it('takes Discard from somebody who is still in the field, and saves none of their words', async () => {
    const { user, patches, server } = await openWithNotes();
    server.on('PATCH', '/api/scenes/:id', ({ params, body }) => ({
      json: server.change(params[0] ?? '', body as Partial<Scene>),
    }));
    const before = patches(1);
    await user.dblClick(title(1));
    await user.keyboard(' and newer words');
    await user.click(card(1).getByRole('button', { name: 'Discard' }));
    await pass(10_000);
    expect(title(1).textContent).toBe('Beat 1');
    expect(document.activeElement).toBe(title(1));
    expect(card(1).queryByRole('button', { name: 'Discard' })).toBeNull();
    expect(patches(1)).toEqual(before);
    expect(dialog()).toBeNull();
  });

  it('stays out of the heading', async () => {
    await openWithNotes();
    card(1).getByRole('heading', { name: 'Scene 1: Beat 1!' });
  });
});

describe('a video card', () => {
  const video = () => cardElement(1).querySelector('video') as HTMLVideoElement;
  const clips = [videoItem('one'), videoItem('two')];

  it('says whether there is a video, and shows a placeholder without [BOARD-14, BOARD-15]', async () => {
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
    ['the first one when the main one is gone', 'gone', 'one'],
  ])('previews %s [BOARD-17]', async (_name, mainVideoId, shown) => {
    const app = await openBoard([sceneNumbered(1, { videos: clips, mainVideoId })]);
    await showVideos(app);
    expect(video().src).toContain(`/api/media/${shown}.mp4`);
  });

  it('is muted and stands at 0.1 s [BOARD-18]', async () => {
    const app = await openBoard([sceneNumbered(1, { videos: clips })]);
    await showVideos(app);
    fireEvent.loadedMetadata(video());
    expect(video().muted).toBe(true);
    expect(video().autoplay).toBe(false);
    expect(video().controls).toBe(false);
    expect(video().currentTime).toBeCloseTo(0.1);
  });

  it.each(['pause', 'ended'] as const)('plays with controls; the overlay comes back on %s [BOARD-19]', async (end) => {
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
