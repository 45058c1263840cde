import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FakeAnswer } from '../../testing/fake-server';
import { projectWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';
import { longStoryNote, statsLine, storyStats } from './story-stats';
import { declared } from '../../testing/unread-styles';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const page = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Start writing your story...');
const write = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

async function openStory(server = new WorkspaceServer()) {
  const app = renderWorkspace('story', { fakeTimers: true });
  return { ...app, server, field: await page() };
}
async function askForScenes(server: WorkspaceServer) {
  const app = await openStory(server);
  await app.user.click(button('Create Scenes'));
  return { ...app, dialog: within(await screen.findByRole('alertdialog', { name: 'Create Scenes from Story' })) };
}
const REPLACES = 'This will automatically create scenes from your story content. Any existing scenes will be replaced.';
const processed = (server: WorkspaceServer) => server.sent('POST', '/api/scenes/process-story');

describe('the Story tab', () => {
  it('is a large text area with its placeholder [STORY-01]', async () => {
    const { field } = await openStory();
    expect(field.tagName).toBe('TEXTAREA');
    expect(declared(field, 'min-height')).toBe('60vh');
    expect(field.value).toBe('Once upon a time.');
  });

  it('keeps a paste that is too long, says by how much, and saves once it fits', async () => {
    const { field, server } = await openStory();
    const long = '灯'.repeat(333_340);
    write(field, long);
    await pass(5000);
    expect(field.value).toBe(long);
    expect(screen.getByRole('alert').textContent).toContain('Too long by 20 bytes.');
    expect(button('Create Scenes').disabled).toBe(true);
    const saved = () => server.calls.filter(({ method }) => method === 'PATCH');
    expect(saved()).toEqual([]);
    expect(screen.queryByText('Failed to save')).toBeNull();
    write(field, long.slice(7));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('1 byte left.')).toBeTruthy();
    await pass(1500);
    expect(saved().map(({ body }) => body)).toEqual([{ story: long.slice(7) }]);
  });

  it("has 'Create Scenes', disabled while the story is empty [STORY-02]", async () => {
    const { field } = await openStory(new WorkspaceServer([], projectWith({ story: ' ' })));
    expect(button('Create Scenes').disabled).toBe(true);
    write(field, 'Once.');
    expect(button('Create Scenes').disabled).toBe(false);
  });

  it("has 'Write Story' with its cost, which changes nothing by itself [STORY-03]", async () => {
    const { user, server, field } = await openStory();
    await waitFor(() => expect(button(/^Write Story/).textContent).toContain('0.5'));
    await user.click(button(/^Write Story/));
    await pass(5000);
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(field.value).toBe('Once upon a time.');
  });

  it('counts words, sentences and spoken minutes while typing [STORY-04]', async () => {
    const { field } = await openStory();
    const figures = () => within(screen.getByRole('list', { name: 'Length of the story' })).getAllByRole('listitem');
    expect(figures().map(({ textContent }) => textContent)).toEqual(['4 words', '1 sentence', '~1 mins if spoken']);
    write(field, 'One. Two! Three?');
    await pass(0);
    expect(figures().map(({ textContent }) => textContent)).toEqual(['3 words', '3 sentences', '~1 mins if spoken']);
  });

  it('saves the story 1000 ms after the last change [STORY-07]', async () => {
    const { server, field } = await openStory();
    write(field, 'A');
    await pass(900);
    write(field, 'A storm.');
    await pass(999);
    expect(server.sent('PATCH', /projects/)).toEqual([]);
    await pass(1);
    expect(server.sent('PATCH', /projects/).map(({ body }) => body)).toEqual([{ story: 'A storm.' }]);
  });
});

describe('the figures of a story', () => {
  it('split words on whitespace and sentences on . ! ? [STORY-05]', () => {
    expect(storyStats(' Now,\n\twell-known  things. Are they? Yes! ')).toMatchObject({ words: 6, sentences: 3 });
    expect(storyStats('Wait... what')).toMatchObject({ words: 2, sentences: 2 });
  });

  it.each(['', '  \n '])('are 0 for an empty story [STORY-05]', (story) => {
    expect(storyStats(story)).toEqual({ words: 0, sentences: 0, minutes: 0 });
  });

  it('take 150 words a minute [STORY-06]', () => {
    const words = (count: number) => storyStats('word '.repeat(count)).minutes;
    expect([words(150), words(151), words(1500)]).toEqual([1, 2, 10]);
    expect(statsLine(storyStats('word '.repeat(300)))[2]).toBe('~2 mins if spoken');
  });
});

describe("the dialog 'Create Scenes from Story'", () => {
  it('says that existing scenes will be replaced [STORY-08, STORY-09, STORY-10]', async () => {
    const { dialog } = await askForScenes(new WorkspaceServer());
    dialog.getByText(REPLACES);
    dialog.getByText('Do you want to continue?');
    dialog.getByRole('button', { name: 'Cancel' });
    dialog.getByRole('button', { name: 'Create Scenes' });
  });

  it('does not mention replaced scenes when there are none [STORY-09, STORY-10]', async () => {
    const { dialog } = await askForScenes(new WorkspaceServer([]));
    expect(dialog.queryByText(/automatically|existing|replaced/i)).toBeNull();
    dialog.getByText('Do you want to continue?');
    dialog.getByRole('button', { name: 'Cancel' });
    dialog.getByRole('button', { name: 'Create Scenes' });
  });

  it('names its price', async () => {
    const { dialog } = await askForScenes(new WorkspaceServer());
    await dialog.findByText('Cost: 0.5 zaps');
  });

  it('cannot be confirmed without enough zaps, and says why', async () => {
    const server = new WorkspaceServer();
    server.balance = 0.4;
    const { dialog } = await askForScenes(server);
    await dialog.findByText('Insufficient zaps. Need 0.5, have 0.4');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Scenes' }).disabled).toBe(true);
  });

  it('changes nothing on Cancel and returns the focus [STORY-10]', async () => {
    const { dialog, user, server } = await askForScenes(new WorkspaceServer());
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await pass(100);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(processed(server)).toEqual([]);
    expect(document.activeElement).toBe(button('Create Scenes'));
  });

  it('replaces all scenes after the confirmation only, and reads the balance again [STORY-11, STORY-12]', async () => {
    const { dialog, user, server } = await askForScenes(new WorkspaceServer());
    const balances = server.sent('GET', '/api/credits/balance').length;
    expect(server.titles()).toHaveLength(3);
    await user.click(dialog.getByRole('button', { name: 'Create Scenes' }));
    await screen.findByText('2 scenes created');
    expect(processed(server).map(({ body }) => body)).toEqual([{ projectId: server.project.id }]);
    expect(server.titles()).toEqual(['Dawn', 'Dusk']);
    await waitFor(() => expect(server.sent('GET', '/api/credits/balance').length).toBeGreaterThan(balances));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('shows that it works and ignores a second click meanwhile', async () => {
    const server = new WorkspaceServer();
    server.on('POST', '/api/scenes/process-story', () => new Promise<FakeAnswer>(() => undefined));
    const { dialog, user } = await askForScenes(server);
    await user.click(dialog.getByRole('button', { name: 'Create Scenes' }));
    await pass(0);
    dialog.getByRole('progressbar', { name: 'Creating scenes' });
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Scenes' }).disabled).toBe(true);
  });

  it('can be closed meanwhile, and a notification shows the outcome', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let refuse = () => {};
    const server = new WorkspaceServer();
    server.on('POST', '/api/scenes/process-story', () => {
      const refused = { status: 503, json: { message: 'Come back later.', code: 'unavailable' } };
      return new Promise<FakeAnswer>((resolve) => (refuse = () => resolve(refused)));
    });
    const { dialog, user } = await askForScenes(server);
    await user.click(dialog.getByRole('button', { name: 'Create Scenes' }));
    await pass(0);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(button('Create Scenes'));
    within(screen.getByRole('alertdialog')).getByRole('progressbar', { name: 'Creating scenes' });
    await user.keyboard('{Escape}');
    refuse();
    await screen.findByText("Couldn't create the scenes");
    screen.getByText('Nothing was changed. Come back later.');
    expect(processed(server)).toHaveLength(1);
    logged.mockRestore();
  });

  it('keeps its question when the new scenes arrive before the answer', async () => {
    const server = new WorkspaceServer([]);
    server.on('POST', '/api/scenes/process-story', () => new Promise<FakeAnswer>(() => undefined));
    const { dialog, user, queryClient } = await askForScenes(server);
    await user.click(dialog.getByRole('button', { name: 'Create Scenes' }));
    await pass(0);
    server.scenes = scenesNumbered(2);
    await act(() => queryClient.invalidateQueries());
    await pass(0);
    await screen.findByRole('button', { name: /^Next: /, hidden: true });
    expect(dialog.queryByText(REPLACES)).toBeNull();
  });

  it('saves the newest text of the story first', async () => {
    const server = new WorkspaceServer(scenesNumbered(1));
    const { user, field } = await openStory(server);
    write(field, 'The newest words.');
    await user.click(button('Create Scenes'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Create Scenes' }));
    await screen.findByText('2 scenes created');
    const commands = server.calls.filter(({ method, path }) => method !== 'GET' && !path.includes('estimate'));
    expect(commands.map(({ body }) => body)).toEqual([
      { story: 'The newest words.' },
      { projectId: server.project.id },
    ]);
  });

  it('offers Undo, which restores the earlier scenes', async () => {
    const { dialog, user, server } = await askForScenes(new WorkspaceServer());
    await user.click(dialog.getByRole('button', { name: 'Create Scenes' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Scenes restored');
    expect(server.titles()).toEqual(['Beat 1', 'Beat 2', 'Beat 3']);
  });

  it('stays open and shows the error', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = new WorkspaceServer();
    server.fail('POST', '/api/scenes/process-story', 402, 'You need 0.5 zaps.', 'insufficient_zaps');
    const { dialog, user } = await askForScenes(server);
    await user.click(dialog.getByRole('button', { name: 'Create Scenes' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain('Nothing was changed. You need 0.5 zaps.');
    logged.mockRestore();
  });
});

describe('a film shorter than its story', () => {
  const LONG = 'Mara lit the lamp at Gull Point and waited for the boats. '.repeat(25);

  async function shorten() {
    const server = new WorkspaceServer(scenesNumbered(3), projectWith({ story: LONG }));
    const app = await askForScenes(server);
    await app.user.click(app.dialog.getByRole('radio', { name: /^60 seconds/ }));
    await app.dialog.findByText('Cost: 0.5 zaps');
    await app.user.click(app.dialog.getByRole('button', { name: 'Shorten Story' }));
    return { ...app, review: within(await screen.findByRole('dialog', { name: 'Your Shorter Story' })) };
  }

  it('is offered with its scenes, length and price, beside the full one', async () => {
    const { dialog } = await askForScenes(new WorkspaceServer([], projectWith({ story: LONG })));
    const options = dialog.getAllByRole('radio').map((one) => one.closest('label')?.textContent);
    expect(options).toEqual([
      expect.stringMatching(/^30 secondsabout 2 scenes, 0:30~\d+(\.\d)? zaps$/),
      expect.stringMatching(/^60 secondsabout 4 scenes, 1:00~\d+(\.\d)? zaps$/),
      expect.stringMatching(/^90 secondsabout 4 scenes, 1:30~\d+(\.\d)? zaps$/),
      expect.stringMatching(/^Full storyabout 6 scenes, 2:04~\d+(\.\d)? zaps$/),
    ]);
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Full story/ }).checked).toBe(true);
  });

  it('is shown beside the story, and changes nothing when the story is kept', async () => {
    const { review, user, server, field } = await shorten();
    expect(review.getByRole('region', { name: 'Your story' }).textContent).toBe(LONG);
    expect(review.getByRole<HTMLTextAreaElement>('textbox', { name: /^Shorter: 8 words, 0:0/ }).value).toContain(
      'Then',
    );
    await user.click(review.getByRole('button', { name: 'Keep My Story' }));
    expect(field.value).toBe(LONG);
    expect(processed(server)).toEqual([]);
    await user.click(button('Create Scenes'));
    await user.click(screen.getByRole('radio', { name: /^60 seconds/ }));
    await user.click(button('Show Shorter Story'));
    expect(server.sent('POST', /abridge-story$/)).toHaveLength(1);
  });

  it('is edited, replaces the story and its scenes, and one Undo restores everything', async () => {
    const { review, user, server } = await shorten();
    fireEvent.change(review.getByRole('textbox'), { target: { value: 'Mara lit the lamp. The end.' } });
    await user.click(review.getByRole('button', { name: 'Use It and Create Scenes' }));
    await screen.findByText('2 scenes created');
    expect(server.project.story).toBe('Mara lit the lamp. The end.');
    expect(server.titles()).toEqual(['Dawn', 'Dusk']);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Scenes and story restored');
    expect(server.project.story).toBe(LONG);
    expect(server.titles()).toEqual(['Beat 1', 'Beat 2', 'Beat 3']);
  });
});

describe('a story too long for its scenes', () => {
  it('shows how many words each of the 20 scenes gets', () => {
    expect(longStoryNote('word '.repeat(17_000))).toMatch(
      /becomes 20 scenes of about 850 words each, and nothing is left out/,
    );
    expect(longStoryNote('word '.repeat(2_000))).toBeNull();
  });
});

describe('a story from a file', () => {
  const book = {
    kind: 'book',
    title: 'The Keeper',
    chapters: [
      { title: 'One', text: 'Mara climbs.' },
      { title: 'Two', text: 'Tom waits.' },
    ],
  };
  const file = new File(['x'], 'keeper.epub');
  const dropOn = (field: HTMLElement) => fireEvent.drop(field, { dataTransfer: { types: ['Files'], files: [file] } });

  it('is dropped, shown with its chapters, and replaces the story with Undo', async () => {
    const { server, field, user } = await openStory();
    server.on('POST', '/api/story-files', () => ({ json: book }));
    // The event is prevented, so that the browser does not open the file in place of the page.
    expect(dropOn(field)).toBe(false);
    const dialog = within(await screen.findByRole('dialog', { name: 'The Keeper' }));
    expect(field.value).toBe('Once upon a time.');
    await user.click(dialog.getByRole('checkbox', { name: 'One' }));
    expect(dialog.getByRole('region', { name: 'Text of the file' }).textContent).toBe('Tom waits.');
    await user.click(dialog.getByRole('button', { name: 'Replace the Story' }));
    expect(field.value).toBe('Tom waits.');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(field.value).toBe('Once upon a time.');
  });

  it('is chosen, and rejected with the reason where it cannot be used', async () => {
    const { server, field } = await openStory();
    server.fail('POST', '/api/story-files', 400, 'It holds no text.', 'bad_request');
    fireEvent.change(screen.getByLabelText('Story File'), { target: { files: [file] } });
    expect(await screen.findByText('It holds no text.')).toBeTruthy();
    expect(field.value).toBe('Once upon a time.');
  });
});
