import type { Film } from '@storyreel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../../../testing/app-server';
import {
  button,
  card,
  connect,
  entries,
  field,
  openComposer,
  selected,
  sentPosts,
  serveComposer,
  switchSchedule,
  time,
  valueOf,
  writePost,
} from '../../../testing/composer-page';
import { leaveApp } from '../../../testing/render-app';
import { offeredBy, selectNamed, shownBy } from '../../../testing/select';
import { socialAccountOf } from '../../../testing/social-fixtures';

const POSTS = '/api/social/posts';
let server: AppServer;
serveComposer((made) => (server = made));
const sent = () => sentPosts(server);

const partOf = (part: number) => {
  const base = `/api/media/film-${part}`;
  const files = { posterUrl: `${base}.jpg`, srtUrl: `${base}.srt`, vttUrl: `${base}.vtt` };
  return { url: `${base}.mp4`, ...files, seconds: 120, bytes: 1 };
};
const longFilm: Film = {
  id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0777',
  projectId: projectId(1),
  ...{ status: 'succeeded', quality: '1080p', format: '9:16', scenes: 2, seconds: 240 },
  ...{ progress: 1, step: '', error: null, startedAt: null, createdAt: '2026-11-01T09:00:00.000Z' },
  files: { ...partOf(0), seconds: 240, parts: [partOf(1), partOf(2)] },
};

const BROKEN = { status: 500, json: { message: 'It went wrong.', code: 'internal' } };

describe('the publishing panel', () => {
  it('schedules for tomorrow at nine, and clears that again [COMPOSER-13, COMPOSER-14, COMPOSER-15, COMPOSER-16]', async () => {
    const { user } = await openComposer();
    expect([button('Date: Choose a date'), time()].map((input) => input.hasAttribute('disabled'))).toEqual([
      true,
      true,
    ]);
    expect(time().value).toBe('12:00');
    const later = switchSchedule();
    await user.click(later);
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(tomorrow);
    expect(button(`Date: ${shown}`)).toHaveProperty('disabled', false);
    expect(time().value).toBe('09:00');
    await user.click(later);
    expect(button('Date: Choose a date')).toBeTruthy();
    expect(time().value).toBe('');
  });

  it('has a button labelled by its action, which is disabled meanwhile [COMPOSER-08, COMPOSER-19]', async () => {
    const { user } = await openComposer();
    await writePost(user);
    expect(button('Publish Now')).toBeTruthy();
    await user.click(switchSchedule());
    expect(button('Schedule Post')).toBeTruthy();
    let answer = () => {};
    server.on('POST', POSTS, () => new Promise((resolve) => (answer = () => resolve(BROKEN))));
    await user.click(button('Schedule Post'));
    expect(button('Creating...')).toHaveProperty('disabled', true);
    act(() => answer());
    await screen.findByRole('button', { name: 'Schedule Post' });
  });

  it('links a project and its scenes, only where there are projects [COMPOSER-17]', async () => {
    await openComposer();
    expect(screen.queryByRole('combobox', { name: 'Link to Project' })).toBeNull();
    leaveApp();
    server = new AppServer([projectNumbered(1, { title: 'Fog' }), projectNumbered(2, { title: 'Storm' })]);
    connect(server, 'instagram');
    const { user } = await openComposer();
    await waitFor(() => expect(offeredBy(selectNamed('Link to Project'))).toEqual(['No project', 'Fog', 'Storm']));
    expect(screen.queryByRole('combobox', { name: 'Scene' })).toBeNull();
    await user.selectOptions(selectNamed('Link to Project'), 'Storm');
    await waitFor(() => expect(offeredBy(selectNamed('Scene'))).toHaveLength(3));
    await user.selectOptions(selectNamed('Scene'), offeredBy(selectNamed('Scene'))[1] ?? '');
    await writePost(user);
    await user.click(button('Publish Now'));
    await screen.findByText('Post Created');
    expect(sent()).toEqual([expect.objectContaining({ projectId: projectId(2), sceneId: expect.any(String) })]);
  });

  it('shows the progress of the linked project [COMPOSER-18]', async () => {
    const counts = {
      total: 2,
      described: 1,
      prompted: 1,
      withImage: 2,
      withMainVideo: 2,
      withImageAndMainVideo: 2,
      withAnyMedia: 2,
      narrated: 0,
    };
    server = new AppServer([projectNumbered(1, { title: 'Fog', story: 'Once.', sceneCounts: counts })]);
    connect(server, 'instagram');
    jest
      .spyOn(server.data, 'liveProjects')
      .mockReturnValue([
        projectNumbered(1, { title: 'Fog', story: 'Once.', sceneCounts: counts, storyAudioStatus: 'processing' }),
      ]);
    await openComposer(`?projectId=${projectId(1)}`);
    const block = within(await screen.findByRole('group', { name: 'Project Progress' }));
    expect(block.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'StoryComplete',
      'ScriptIn Progress',
      'BoardComplete',
      'ViewNot Started',
      'AudioIn Progress',
    ]);
  });

  it('clears everything, and restores it [COMPOSER-20]', async () => {
    const { user } = await openComposer();
    await writePost(user);
    await user.type(field('Hashtags'), 'sea{Enter}fog');
    await user.type(field('Mentions'), 'ada{Enter}');
    await user.click(switchSchedule());
    await user.click(card('youtube'));
    await user.upload(screen.getByLabelText('Media files'), new File(['abc'], 'a.png', { type: 'image/png' }));
    await screen.findByRole('button', { name: 'Remove a.png' });
    await user.click(button('Clear'));
    expect(['Post Title', 'Content', 'Hashtags', 'Mentions'].map(valueOf)).toEqual(['', '', '', '']);
    expect([...entries('Hashtags'), ...entries('Mentions'), ...entries('Files of the post')]).toEqual([]);
    expect(button('Date: Choose a date')).toBeTruthy();
    expect(time().value).toBe('12:00');
    expect(selected('youtube')).toEqual([false]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect([valueOf('Content'), valueOf('Hashtags'), entries('Hashtags')]).toEqual([
      'A lamp in the fog.',
      'fog',
      ['#sea'],
    ]);
  });

  it('fills in the film named in the address', async () => {
    const film = { completedVideoUrl: '/api/media/film', completedVideoStatus: 'complete' } as const;
    server = new AppServer([projectNumbered(1, { title: 'Fog', ...film })]);
    connect(server, 'instagram');
    const { user } = await openComposer(`?projectId=${projectId(1)}&video=final`);
    await waitFor(() => expect(shownBy(selectNamed('Project Video'))).toBe('Final Video: Fog'));
    await user.click(button('Preview Mode'));
    expect(screen.getByLabelText('Video of the post').getAttribute('src')).toBe('/api/media/film');
    await user.click(button('Edit Mode'));
    await writePost(user);
    await user.click(button('Publish Now'));
    await screen.findByText('Post Created');
    expect(sent()[0]).toMatchObject({
      projectId: projectId(1),
      selectedProjectVideo: { videoUrl: '/api/media/film', videoType: 'project', videoTitle: 'Fog' },
    });
  });

  it('fills in the part of a film named in the address', async () => {
    server = new AppServer([projectNumbered(1, { title: 'Fog' })]);
    connect(server, 'instagram');
    server.data.films = [{ row: longFilm, held: 0, removed: false }];
    const { user } = await openComposer(`?projectId=${projectId(1)}&film=${longFilm.id}&part=2`);
    await waitFor(() => expect(shownBy(selectNamed('Project Video'))).toBe('Part 2 of 2: Fog'));
    expect(valueOf('Post Title')).toBe('Fog (Part 2)');
    await user.type(field('Content'), 'It clears.');
    await user.click(button('Publish Now'));
    await screen.findByText('Post Created');
    const { url } = partOf(2);
    expect(sent()[0]).toMatchObject({ selectedProjectVideo: { videoUrl: url, videoFilename: 'Fog_part_2_1080p.mp4' } });
  });

  it('warns about content that a connected platform would refuse', async () => {
    server.data.social.accounts.hold([socialAccountOf('youtube'), socialAccountOf('tiktok', { kind: 'oauth' })]);
    const { user } = await openComposer();
    await user.click(card('youtube'));
    expect(entries('Before it is published')).toEqual([]);
    await user.click(card('tiktok'));
    await user.selectOptions(selectNamed('Visibility'), 'Unlisted');
    expect(entries('Before it is published')).toEqual([
      'TikTok posts need a video. Add one to the post.',
      'TikTok has no unlisted videos. Choose another visibility.',
    ]);
  });
});
