import {
  filmFingerprint,
  filmPrice,
  filmTimeline,
  NEW_FILM_SETTINGS,
  type Project,
  type Scene,
  toZaps,
} from '@storyreel/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { changeWords } from '../../film/FilmVersions';
import { onPush, sceneOfFilm } from '../../film/api';
import { refreshProjects } from '../../projects/api';
import { batchWith, overBatch } from '../../../testing/batch-fixtures';
import { images, PROJECT_ID, projectWith, sceneWith, videoItem } from '../../../testing/media-fixtures';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, sceneNumbered, WorkspaceServer } from '../../../testing/workspace-server';
import { underWay } from '../../film/useMakeFilm';

const FILMS = `/api/projects/${PROJECT_ID}/films`;
const PROJECT = `/api/projects/${PROJECT_ID}`;
const downloads: string[] = [];

beforeEach(() => {
  downloads.length = 0;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
});
afterEach(() => {
  leaveApp();
  jest.restoreAllMocks();
});

const drawn = (n: number, part: Partial<Scene> = {}): Scene =>
  sceneWith(images(1), {
    id: sceneId(n),
    title: `Beat ${n}`,
    order: n * 10,
    displayOrder: n,
    imagePrompt: 'A',
    ...part,
  });
const clip = (n: number): Scene => drawn(n, { videos: [videoItem('clip', { duration: 8 })], mainVideoId: 'clip' });

async function open(scenes: Scene[] = [drawn(1), clip(2), drawn(3)], project: Project = projectWith()) {
  const server = new WorkspaceServer(scenes, project);
  const app = renderWorkspace('create');
  const strip = within(await screen.findByRole('list', { name: 'Timeline' }));
  return { server, strip, ...app };
}
const make = () => screen.getByRole('button', { name: /^Make the Film/ });
const saved = (server: WorkspaceServer) => server.project.film;
/** Pushes a change of a film, and waits for the refetch. */
function look({ queryClient }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const jobs = [{ id: 'film', sceneId: null, projectId: PROJECT_ID, status: 'processing' as const }];
  onPush({ type: 'filmsChanged', jobs, position: '1' }, queryClient);
  return refreshProjects(queryClient);
}

describe('the timeline', () => {
  it('shows each scene as long as its duration', async () => {
    const { strip } = await open();
    const block = (name: string) => strip.getByRole('button', { name });
    const width = (name: string) => Number.parseInt(block(name).closest('li')?.style.width ?? '', 10);
    expect(width('Scene 2: Beat 2, clip, 8 s')).toBeGreaterThan(width('Scene 1: Beat 1, image, 5 s'));
    expect(screen.getByText('0:18 · 3 scenes')).toBeTruthy();
  });

  it('names scenes without media and leads to Build', async () => {
    const { user, search, strip } = await open([drawn(1), sceneNumbered(2)]);
    expect(strip.getByRole('button', { name: 'Scene 2: Beat 2, no image or clip' })).toBeTruthy();
    expect(screen.getByText('Scene 2 “Beat 2” has neither an image nor a clip.')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Make the Film/ })).toHaveProperty('disabled', true);
    expect(screen.getByText('Some scenes have neither an image nor a clip.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Images in Build' }));
    await waitFor(() => expect(search()).toContain('tab=build'));
  });

  it('opens the settings of a scene, which are saved automatically', async () => {
    const { server, strip, user } = await open();
    await user.click(strip.getByRole('button', { name: 'Scene 2: Beat 2, clip, 8 s' }));
    const settings = within(screen.getByRole('region', { name: 'Settings of Scene 2: Beat 2' }));
    const trim = settings.getByRole('spinbutton', { name: 'Trim Start' });
    await user.clear(trim);
    await user.type(trim, '2.5{Enter}');
    await user.click(settings.getByRole('switch', { name: 'Mute the clip' }));
    await user.click(settings.getByRole('radio', { name: 'Fade' }));
    expect(strip.getByRole('button', { name: 'Scene 2: Beat 2, clip, 5.5 s' })).toBeTruthy();
    const expected = { sceneId: sceneId(2), picture: 'clip', trimStart: 2.5, muted: true, transition: 'fade' };
    await waitFor(() => expect(saved(server).scenes).toEqual([expected]));
    await user.click(settings.getByRole('radio', { name: 'Image' }));
    expect(settings.queryByRole('switch', { name: 'Mute the clip' })).toBeNull();
    expect(strip.getByRole('button', { name: 'Scene 2: Beat 2, image, 5 s' })).toBeTruthy();
  });

  it('keeps a trim within the clip, and rejects text', async () => {
    const { strip, user } = await open();
    await user.click(strip.getByRole('button', { name: 'Scene 2: Beat 2, clip, 8 s' }));
    const trim = screen.getByRole('spinbutton', { name: 'Trim Start' });
    await user.clear(trim);
    await user.type(trim, '30{Enter}');
    expect(trim).toHaveProperty('value', '7');
    await user.clear(trim);
    await user.tab();
    expect(trim).toHaveProperty('value', '7');
  });

  it('has no transition after the last scene', async () => {
    const { strip, user } = await open();
    await user.click(strip.getByRole('button', { name: 'Scene 3: Beat 3, image, 5 s' }));
    expect(screen.queryByRole('radio', { name: 'Fade' })).toBeNull();
  });
});

describe('the preview', () => {
  it('shows the film at any time, by keyboard and by scene, and selects the pressed scene', async () => {
    const { user } = await open();
    const preview = within(screen.getByRole('group', { name: 'Preview of the film' }));
    const position = () => preview.getByRole('slider', { name: 'Position in the film' });
    const shown = () =>
      [...preview.getByTestId('preview-frame').querySelectorAll<HTMLElement>('img, video')]
        .filter(({ parentElement }) => parentElement?.style.visibility === 'visible')
        .map(({ tagName }) => tagName);
    expect([position().getAttribute('aria-valuetext'), shown()]).toEqual(['0:00 of 0:18, scene 1', ['IMG']]);
    preview.getByRole('button', { name: 'Play' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(position().getAttribute('aria-valuetext')).toBe('0:04 of 0:18, scene 1');
    await user.click(screen.getByRole('button', { name: 'Go to scene 2: Beat 2, 0:08, no narration' }));
    expect([position().getAttribute('aria-valuetext'), shown()]).toEqual(['0:05 of 0:18, scene 2', ['VIDEO']]);
    expect(screen.getByRole('region', { name: 'Settings of Scene 2: Beat 2' })).toBeTruthy();
    await user.click(preview.getByRole('button', { name: 'Sound Off' }));
    expect(preview.getByRole('button', { name: 'Sound On' })).toBeTruthy();
  });
});

describe('the settings of the film', () => {
  it('are saved automatically, all together', async () => {
    const { server, user } = await open();
    await user.click(screen.getByRole('radio', { name: '1:1' }));
    await user.click(screen.getByRole('radio', { name: 'Word by Word' }));
    await user.type(screen.getByRole('textbox', { name: 'Title Card' }), 'The Keeper');
    await user.click(screen.getByRole('switch', { name: 'Play the story audio under the film' }));
    await user.click(screen.getByRole('radio', { name: 'Quick' }));
    const expected = { format: '1:1', captions: 'words', pace: 'quick', titleCard: 'The Keeper', music: false };
    await waitFor(() => expect(saved(server)).toMatchObject(expected), { timeout: 5_000 });
    expect(screen.getByText('0:21 · 3 scenes')).toBeTruthy();
  });

  it('have caption styles by name, each of which may be changed', async () => {
    const { server, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Pop' }));
    const place = within(screen.getByLabelText('Position'));
    await user.click(place.getByRole('radio', { name: 'Top' }));
    const captionLook = { font: 'poster', size: 'large', place: 'top', highlight: '#39e75f' };
    await waitFor(() => expect(saved(server)).toMatchObject({ captions: 'words', captionLook }), { timeout: 5_000 });
    expect(screen.getByRole('img', { name: /^Preview of the captions: / })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Off' }));
    expect(screen.queryByRole('button', { name: 'Pop' })).toBeNull();
    await waitFor(() => expect(saved(server)).not.toHaveProperty('captionLook'), { timeout: 5_000 });
  });

  it('accept a music file, which replaces the audio until it is removed', async () => {
    const { server, user } = await open(undefined, projectWith({ storyAudioUrl: '/api/media/story.mp3' }));
    const pick = (type: string) =>
      fireEvent.change(screen.getByLabelText('Music file'), {
        target: { files: [new File(['x'], 'sea.mp3', { type })] },
      });
    pick('text/plain');
    await screen.findByText('Please upload an audio file.');
    pick('audio/mpeg');
    await screen.findByText('Music added to the film');
    expect(server.project).toMatchObject({ filmMusicUrl: '/api/media/uploaded-1', filmMusicFilename: 'sea.mp3' });
    expect(screen.getByLabelText('Music', { selector: 'audio' }).getAttribute('src')).toBe('/api/media/uploaded-1');
    expect(screen.getByText('sea.mp3')).toBeTruthy();
    expect(screen.queryByRole('switch', { name: 'Play the story audio under the film' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove music' }));
    await screen.findByText('Music removed');
    expect(server.project).toMatchObject({ filmMusicUrl: null, filmMusicFilename: null });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Music restored');
    expect(server.project.filmMusicFilename).toBe('sea.mp3');
  });

  it('offer music by mood, with a preview, which replaces all other music', async () => {
    const { server, user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Mysterious' }));
    const player = screen.getByLabelText('Mysterious music', { selector: 'audio' });
    expect(player.getAttribute('src')).toBe('/api/music/mysterious');
    expect(screen.queryByRole('switch', { name: 'Play the story audio under the film' })).toBeNull();
    await waitFor(() => expect(saved(server)).toMatchObject({ musicBed: 'mysterious' }), { timeout: 5_000 });
    await user.click(within(screen.getByRole('radiogroup', { name: 'Music' })).getByRole('radio', { name: 'None' }));
    await waitFor(() => expect(saved(server)).toMatchObject({ musicBed: null }), { timeout: 5_000 });
  });

  it('stay on screen when they could not be saved, and no film is made from older ones', async () => {
    const { server, user } = await open();
    server.fail('PATCH', PROJECT, 500);
    await user.click(screen.getByRole('radio', { name: '16:9' }));
    await user.click(make());
    expect(await screen.findByText("Couldn't start the film", undefined, { timeout: 15_000 })).toBeTruthy();
    expect(screen.getByRole('radio', { name: '16:9' }).getAttribute('aria-checked')).toBe('true');
    expect(server.sent('POST', FILMS)).toHaveLength(0);
  }, 30_000);
});

describe('Make the Film', () => {
  it('shows the price of the quality, and starts', async () => {
    const { server, user } = await open();
    expect(screen.getByRole('radio', { name: '720p' }).getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('radio', { name: '1080p' }));
    expect(make().textContent).toContain(String(toZaps(filmPrice(18, '1080p').units)));
    await user.click(make());
    const progress = await screen.findByRole('group', { name: 'Film being made, 1080p' });
    expect(within(progress).getByText('Waiting for its turn')).toBeTruthy();
    expect(server.sent('POST', FILMS).map(({ body }) => body)).toEqual([
      { quality: '1080p', idempotencyKey: expect.any(String) },
    ]);
    expect(screen.getByRole('button', { name: /Making the film/ })).toHaveProperty('disabled', true);
    expect(saved(server).quality).toBe('1080p');
  });

  it('lists what the film will lack, with links to where that is added', async () => {
    const speech = { url: '/api/media/line', seconds: 2, text: 'A lamp.', voice: 'alto' };
    const words = { sourceText: 'A lamp.', narration: null };
    const scenes = [drawn(1, { ...words, speech }), drawn(2, words), drawn(3, { ...words, speech, narration: 'Fog.' })];
    const { user, search } = await open(scenes);
    const lacks = within(screen.getByRole('list', { name: 'What the film will lack' }));
    lacks.getByText('The narration of scene 3 “Beat 3” was recorded before the text changed.');
    lacks.getByText('Scene 2 “Beat 2” has no narration, so nobody speaks there.');
    await user.click(lacks.getByRole('button', { name: 'Narrate in Audio' }));
    await waitFor(() => expect(search()).toContain('tab=audio'));
  });

  it('is disabled without zaps', async () => {
    const server = new WorkspaceServer([drawn(1)]);
    server.balance = 0;
    renderWorkspace('create');
    await screen.findByRole('group', { name: /^Insufficient zaps. Need 1, have 0/ });
    expect(make()).toHaveProperty('disabled', true);
  });
});

describe('a film in progress', () => {
  it('shows its step and remaining time, also after a reload, and can be canceled', async () => {
    const page = await open();
    const { server, user } = page;
    await user.click(make());
    await screen.findByRole('group', { name: 'Film being made, 720p' });
    const [kept] = server.data.films;
    if (!kept) throw new Error('It was not queued');
    const startedAt = new Date(Date.now() - 60_000).toISOString();
    kept.row = { ...kept.row, status: 'processing', progress: 0.25, step: 'Scene 2 of 3', startedAt };
    await look(page);
    expect(await screen.findByText('Scene 2 of 3')).toBeTruthy();
    expect(screen.getByText(/^about [34] min left$/)).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Progress of the film' }).getAttribute('aria-valuenow')).toBe('25');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/You cancelled it/)).toBeTruthy();
    expect(server.data.balance).toBe(100);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Films' })));
  });

  it('that failed shows the reason and is retried in the same quality', async () => {
    const page = await open();
    const { server, user } = page;
    await user.click(make());
    await screen.findByRole('group', { name: 'Film being made, 720p' });
    const [kept] = server.data.films;
    if (!kept) throw new Error('It was not queued');
    kept.row = { ...kept.row, status: 'failed', error: 'The disk is full.' };
    await look(page);
    expect(await screen.findByText(/The disk is full/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('group', { name: 'Film being made, 720p' });
    expect(screen.queryByText(/The disk is full/)).toBeNull();
  });
});

describe('a film whose parts are still being made', () => {
  const speaking = { speechStatus: 'processing' as const };
  const processing = (n: number) => ({ imageStatuses: drawn(n).imageStatuses.map(() => 'processing' as const) });
  it.each<[string, string, () => Scene[]]>([
    [
      'narration',
      'Narration for 2 scenes is still being made.',
      () => [drawn(1), drawn(2, speaking), drawn(3, speaking)],
    ],
    ['images', 'Images for 1 scene are still being made.', () => [drawn(1), drawn(2, processing(2))]],
    [
      'a clip',
      'Clips for 1 scene are still being made.',
      () => [drawn(1), drawn(2, { videos: [videoItem('new', { status: 'processing' })] })],
    ],
  ])('waits for %s, or is made without it on request', async (_what, sentence, scenes) => {
    const { server, user } = await open(scenes());
    await user.click(make());
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Make the Film Now?' }));
    dialog.getByText(sentence);
    await user.click(dialog.getByRole('button', { name: 'Wait' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement).toBe(make());
    expect(server.sent('POST', FILMS)).toEqual([]);
    await user.click(make());
    await user.click(await screen.findByRole('button', { name: 'Make the Film Now' }));
    await screen.findByRole('group', { name: /^Film being made/ });
    expect(server.sent('POST', FILMS)).toHaveLength(1);
  });

  it('counts scenes that wait in a batch', () => {
    const batch = batchWith({ kind: 'speech', waiting: 3, running: 2 });
    const ended = overBatch({ kind: 'clips' });
    expect(underWay(projectWith(), [drawn(1, speaking)], [batch, ended])).toEqual([
      'Narration for 5 scenes is still being made.',
    ]);
    expect(underWay(projectWith({ storyAudioStatus: 'processing' }), [drawn(1)], [])).toEqual([
      'The story audio is still being generated.',
    ]);
    expect(underWay(projectWith(), [drawn(1)], [ended])).toEqual([]);
  });
});

describe('finished films', () => {
  const UPLOADED = { completedVideoUrl: '/api/media/mine.mp4', completedVideoStatus: 'complete' as const };

  async function made(quality: 'Draft 360p' | '720p' = 'Draft 360p', project: Partial<Project> = {}, scenes?: Scene[]) {
    const page = await open(scenes, projectWith(project));
    const { server, user } = page;
    await user.click(screen.getByRole('radio', { name: quality }));
    await user.click(make());
    await screen.findByRole('group', { name: /^Film being made/ });
    server.doWork();
    await look(page);
    const player = await screen.findByLabelText<HTMLVideoElement>('Film', { selector: 'video' });
    return { ...page, player, film: server.data.films[0]?.row };
  }

  it('play with captions and poster, and are downloaded with them', async () => {
    const { player, user, film } = await made();
    expect(player.getAttribute('src')).toBe(film?.files?.url);
    expect(player.getAttribute('poster')).toBe(film?.files?.posterUrl);
    expect(player.querySelector('track')?.getAttribute('src')).toBe(film?.files?.vttUrl);
    await user.click(screen.getByRole('button', { name: 'Download the film' }));
    await user.click(screen.getByRole('button', { name: 'Download Captions' }));
    expect(downloads).toEqual(['The_keeper_draft.mp4', 'The_keeper_draft.srt']);
  });

  it('are scheduled: a draft as itself, the final video as such', async () => {
    const draft = await made('Draft 360p', UPLOADED);
    const link = () => new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Schedule' }).href).searchParams;
    expect([link().get('film'), link().get('video'), link().get('when')]).toEqual([draft.film?.id, null, 'later']);
    leaveApp();
    await made('720p');
    expect([link().get('film'), link().get('video')]).toEqual([null, 'final']);
  });

  it('are offered in parts when they are long, each with a download and a scheduled post', async () => {
    const long = Array.from({ length: 8 }, (_, at) => drawn(at + 1, { duration: 25 }));
    const { user, film } = await made('Draft 360p', {}, long);
    const parts = within(screen.getByRole('list', { name: 'Parts of the film' }));
    expect(parts.getAllByText(/^Part/).map(({ textContent }) => textContent)).toEqual([
      'Part 1 of 2 · 1:40',
      'Part 2 of 2 · 1:40',
    ]);
    await user.click(parts.getByRole('button', { name: 'Download part 2' }));
    expect(downloads).toEqual(['The_keeper_part_2_draft.mp4']);
    const { searchParams } = new URL(parts.getByRole<HTMLAnchorElement>('link', { name: 'Schedule part 2' }).href);
    expect([searchParams.get('film'), searchParams.get('part'), searchParams.get('when')]).toEqual([
      film?.id,
      '2',
      'later',
    ]);
  });

  it('become the final video unless a draft would replace one, and a draft becomes it on request, with Undo', async () => {
    const { server, user, film } = await made('Draft 360p', UPLOADED);
    expect(server.project.completedVideoUrl).toBe(UPLOADED.completedVideoUrl);
    await user.click(screen.getByRole('button', { name: /^Use the film .* as final video$/ }));
    expect(await screen.findByText('Final video changed')).toBeTruthy();
    expect(server.project.completedVideoUrl).toBe(film?.files?.url);
    expect(screen.getByRole('button', { name: /is the final video$/ })).toBe(document.activeElement);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.project.completedVideoUrl).toBe(UPLOADED.completedVideoUrl));
  });

  it('list the changes since they were made', async () => {
    const { user } = await made();
    expect(screen.queryByText(/changed since/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Quick' }));
    expect(await screen.findByText('Settings changed since: cuts.')).toBeTruthy();
  });

  it('name the changed scenes, and nothing when the changes are unknown', () => {
    const scenes = [drawn(1), drawn(2), drawn(3)];
    const print = (those: Scene[]) =>
      filmFingerprint({
        ...NEW_FILM_SETTINGS,
        blocks: filmTimeline(those.map(sceneOfFilm), NEW_FILM_SETTINGS).blocks,
        music: null,
      });
    const fingerprint = print([drawn(1), drawn(4), drawn(2, { imageUrl: '/api/media/old' })]);
    expect(changeWords({ fingerprint }, print(scenes), scenes)).toBe(
      'Scenes changed since: picture and shots of scene 2; scene 3 added; a scene removed.',
    );
    expect(changeWords({ fingerprint: null }, print(scenes), scenes)).toBeNull();
  });

  it('are listed as versions: played, deleted and restored', async () => {
    const page = await made();
    const { user, server, film } = page;
    await user.click(make());
    await screen.findByRole('group', { name: /^Film being made/ });
    server.doWork();
    await look(page);
    const versions = within(screen.getByRole('list', { name: 'Versions' }));
    await waitFor(() => expect(versions.getAllByRole('listitem')).toHaveLength(2));
    expect(versions.getAllByText('Draft 360p · 0:18 · 9:16 · 2.0 MB')).toHaveLength(2);
    const [, play] = versions.getAllByRole('button', { name: /^Play the film/ });
    if (!play) throw new Error('There is one version');
    await user.click(play);
    expect(screen.getByLabelText('Film', { selector: 'video' }).getAttribute('src')).toBe(film?.files?.url);
    const [remove] = versions.getAllByRole('button', { name: /^Delete the film/ });
    if (!remove) throw new Error('There is no version');
    await user.click(remove);
    await waitFor(() => expect(versions.getAllByRole('listitem')).toHaveLength(1));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Delete the film/));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Film restored')).toBeTruthy();
    await waitFor(() => expect(versions.getAllByRole('listitem')).toHaveLength(2));
  });
});
