import type { Project } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { projectId } from '../../../testing/app-server';
import { sceneWith, videoItem } from '../../../testing/media-fixtures';
import {
  button,
  CARD,
  field,
  pick,
  toggle,
  withAll,
  write,
  ALPHA,
  BETA,
  submit,
  posted,
} from '../../../testing/post-card-stage';
import { leaveApp } from '../../../testing/render-app';
import { offeredBy, selectNamed, shownBy } from '../../../testing/select';
import { socialAccountId, socialAccountOf } from '../../../testing/social-fixtures';
import { findToast, inCard, openSocial, type SocialStage } from '../../../testing/social-stage';

afterEach(leaveApp);

describe('the platforms of a post', () => {
  it('are buttons, which are disabled and say so without an active account [SOCIAL-14]', async () => {
    const { user } = openSocial({
      accounts: [socialAccountOf('youtube'), socialAccountOf('instagram', { isActive: false })],
    });
    await waitFor(async () => expect(await toggle(/YouTube/)).toHaveProperty('disabled', false));
    for (const name of [/Instagram/, /TikTok/]) {
      const found = await toggle(name);
      expect(found).toHaveProperty('disabled', true);
      expect(found.textContent).toContain('Not Connected');
      await user.click(found);
      expect(found.getAttribute('aria-pressed')).toBe('false');
    }
    expect((await toggle(/YouTube/)).textContent).toBe('YouTube');
    const connect = (await inCard(CARD)).getByRole<HTMLAnchorElement>('link', { name: 'Connect TikTok' });
    expect(new URL(connect.href).hash).toBe('#connections');
  });

  it('are not called unconnected while the accounts load', async () => {
    openSocial({ prepare: (server) => server.on('GET', '/api/social/accounts', () => new Promise(() => {})) });
    expect((await toggle(/YouTube/)).textContent).toBe('YouTube');
  });

  it('are marked when they are chosen [SOCIAL-15]', async () => {
    const stage = withAll();
    await pick(stage, /YouTube/);
    const youtube = await toggle(/YouTube/);
    expect([youtube.textContent, youtube.getAttribute('aria-pressed')]).toEqual(['YouTubeSelected', 'true']);
    await stage.user.click(youtube);
    expect([youtube.textContent, youtube.getAttribute('aria-pressed')]).toEqual(['YouTube', 'false']);
    expect([await field('Post Title'), await field('Content')].map(({ tagName }) => tagName)).toEqual([
      'INPUT',
      'TEXTAREA',
    ]);
  });
});

describe('the project of a post', () => {
  it('is chosen among the projects, or none [SOCIAL-16]', async () => {
    const stage = withAll({ projects: [ALPHA, BETA] });
    const selector = await field('Link to Project');
    await within(selector).findByRole('option', { name: 'Alpha' });
    const names = within(selector)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['No project', 'Alpha', 'Beta']);
    await write(stage);
    await pick(stage, /YouTube/);
    await submit(stage);
    await waitFor(() => expect(posted(stage)).toHaveLength(1));
    expect(posted(stage)[0]).toMatchObject({ projectId: null, selectedProjectVideo: null });
  });

  it('follows the current one, with its first video; both are cleared without one [SOCIAL-17]', async () => {
    const { user } = withAll({ projects: [ALPHA, BETA], current: projectId(1) });
    const selector = await field('Link to Project');
    await within(selector).findByRole('option', { name: 'Alpha' });
    expect(selector).toHaveProperty('value', projectId(1));
    await waitFor(() => expect(shownBy(selectNamed('Project Video'))).toBe('Final Video: Alpha'));
    // Leaves for a screen without a project through the sidebar, and comes back.
    await user.click(await screen.findByRole('link', { name: 'Styles' }));
    await user.click(await screen.findByRole('link', { name: 'Social' }));
    await waitFor(async () => expect(await field('Link to Project')).toHaveProperty('value', 'none'));
    expect((await inCard(CARD)).queryByLabelText('Project Video')).toBeNull();
  });
});

describe('the video of a post', () => {
  const clips = (project: Project, stage: SocialStage): void =>
    stage.server.data.holdScenes(project.id, [
      sceneWith([], {
        id: '5ce00000-5d0a-4f7e-9a3c-000000000001',
        title: 'Dawn',
        videos: [
          videoItem('done'),
          videoItem('running', { status: 'processing' }),
          videoItem('addressless', { url: '' }),
        ],
      }),
    ]);

  it('is one of the finished ones, labelled by its kind [SOCIAL-22, SOCIAL-23, SOCIAL-24]', async () => {
    const stage = withAll({ projects: [ALPHA] });
    clips(ALPHA, stage);
    await within(await field('Link to Project')).findByRole('option', { name: 'Alpha' });
    await stage.user.selectOptions(await field('Link to Project'), 'Alpha');
    const videos = ['No video', 'Final Video: Alpha', 'Scene Video: Dawn'];
    await waitFor(() => expect(offeredBy(selectNamed('Project Video'))).toEqual(videos));
    await stage.user.selectOptions(selectNamed('Project Video'), 'Scene Video: Dawn');
    await write(stage);
    await pick(stage, /TikTok/);
    await submit(stage);
    await waitFor(() => expect(posted(stage)).toHaveLength(1));
    expect(posted(stage)[0]).toMatchObject({
      projectId: ALPHA.id,
      selectedProjectVideo: {
        videoId: 'done',
        videoUrl: '/api/media/done.mp4',
        videoType: 'scene',
        videoTitle: 'Dawn',
        videoFilename: 'done.mp4',
      },
    });
  });

  it.each(['pending', 'processing'] as const)('is not the film while that is %s [SOCIAL-23]', async (status) => {
    withAll({ projects: [{ ...ALPHA, completedVideoStatus: status }], current: ALPHA.id });
    expect(await (await inCard(CARD)).findByText('This project has no completed videos yet.')).toBeTruthy();
  });

  it('is missing where a project has none, and the card says so [SOCIAL-22]', async () => {
    withAll({ projects: [BETA], current: BETA.id });
    expect(await (await inCard(CARD)).findByText('This project has no completed videos yet.')).toBeTruthy();
  });
});

it('has a media upload area that is disabled [SOCIAL-25]', async () => {
  withAll();
  expect(await button(/Media upload/)).toHaveProperty('disabled', true);
});

describe('the required fields of a post', () => {
  it('are named beside the fields, and nothing is sent [SOCIAL-18]', async () => {
    const stage = withAll();
    await waitFor(async () => expect(await button('Create Post')).toHaveProperty('disabled', false));
    await submit(stage);
    const card = await inCard(CARD);
    for (const text of ['Title is required', 'Content is required', 'Select at least one platform']) {
      expect(await card.findByText(text)).toBeTruthy();
    }
    expect(posted(stage)).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(card.getByRole('button', { name: /YouTube/ })));
    await write(stage, { title: '   ', content: 'A lamp.' });
    await pick(stage, /YouTube/);
    await submit(stage);
    await waitFor(() => expect(document.activeElement).toBe(card.getByRole('textbox', { name: 'Post Title' })));
    expect(card.getByText('Title is required')).toBeTruthy();
    expect(card.queryByText('Content is required')).toBeNull();
    expect(card.queryByText('Select at least one platform')).toBeNull();
    expect(posted(stage)).toEqual([]);
  });

  it('has hashtags that are split at spaces, and is public [SOCIAL-19, SOCIAL-20]', async () => {
    const stage = withAll();
    await write(stage);
    await stage.user.type(await field('Hashtags'), '  sea  #storm keeper ');
    await pick(stage, /YouTube/);
    await submit(stage);
    await waitFor(() => expect(posted(stage)).toHaveLength(1));
    expect(posted(stage)[0]).toMatchObject({ hashtags: ['sea', 'storm', 'keeper'], visibility: 'public' });
    expect((await inCard(CARD)).queryByLabelText(/Visibility/)).toBeNull();
  });
});

describe('the schedule of a post', () => {
  const later = async () => (await inCard(CARD)).findByRole('switch', { name: 'Schedule for later' });

  it('cannot be before today, and is at nine unless another time is chosen [SOCIAL-26]', async () => {
    const { user } = withAll();
    expect((await inCard(CARD)).queryByLabelText('Time')).toBeNull();
    await user.click(await later());
    expect(await field('Time')).toHaveProperty('value', '09:00');
    await user.click(await button(/^Date/));
    const grid = await screen.findByRole('grid');
    const today = within(grid).getByRole('button', { current: 'date' });
    const days = within(grid).getAllByRole('button');
    const place = days.indexOf(today);
    expect(days.map((day) => day.hasAttribute('disabled'))).toEqual(days.map((_day, at) => at < place));
  });

  it('makes it scheduled; without one it is a draft [SOCIAL-21, SOCIAL-31]', async () => {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/);
    await stage.user.click(await later());
    await stage.user.click(await button(/^Date/));
    const month = within(await screen.findByRole('dialog', { name: 'Date' }));
    await stage.user.click(month.getByRole('button', { name: 'Next month' }));
    const days = within(month.getByRole('grid')).getAllByRole('button');
    const fifteenth = days.find(({ textContent }) => textContent === '15');
    if (!fifteenth) throw new Error('No month is without a 15th');
    await stage.user.click(fifteenth);
    await submit(stage);
    await waitFor(() => expect(posted(stage)).toHaveLength(1));
    const [scheduled] = posted(stage);
    const due = new Date(scheduled?.scheduledAt ?? NaN);
    expect([due.getDate(), due.getHours(), due.getMinutes()]).toEqual([15, 9, 0]);
    expect(scheduled).toEqual({
      title: 'The keeper',
      content: 'A lamp in the fog.',
      platform: 'youtube',
      status: 'scheduled',
      scheduledAt: due.toISOString(),
      hashtags: [],
      mentions: [],
      visibility: 'public',
      socialAccountId: socialAccountId('youtube'),
      projectId: null,
      sceneId: null,
      selectedProjectVideo: null,
      mediaUrls: [],
      publishNow: false,
    });
    await findToast('Post Created', 'Your post has been created successfully');
    await write(stage);
    await pick(stage, /YouTube/);
    await submit(stage);
    await waitFor(() => expect(posted(stage)).toHaveLength(2));
    expect(posted(stage)[1]).toMatchObject({ status: 'draft', scheduledAt: null });
  });
});
