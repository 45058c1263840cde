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
import { socialAccountId, socialAccountOf } from '../../../testing/social-fixtures';
import { findToast, inCard, openSocial, type SocialStage } from '../../../testing/social-stage';

afterEach(leaveApp);

describe('the platforms of a post', () => {
  it('are buttons, of which those without an active account say so and cannot be chosen [SOCIAL-14]', async () => {
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
  });

  it('are not said to be unconnected before anybody knows', async () => {
    openSocial({ prepare: (server) => server.on('GET', '/api/social/accounts', () => new Promise(() => {})) });
    expect((await toggle(/YouTube/)).textContent).toBe('YouTube');
  });

  it('say when they are chosen [SOCIAL-15]', async () => {
    const stage = withAll();
    await pick(stage, /YouTube/);
    const youtube = await toggle(/YouTube/);
    expect([youtube.textContent, youtube.getAttribute('aria-pressed')]).toEqual(['YouTubeSelected', 'true']);
    await stage.user.click(youtube);
    expect([youtube.textContent, youtube.getAttribute('aria-pressed')]).toEqual(['YouTube', 'false']);
    expect([await field('Title'), await field('Content')].map(({ tagName }) => tagName)).toEqual(['INPUT', 'TEXTAREA']);
  });
});

describe('the project of a post', () => {
  it('is chosen among the projects, or none [SOCIAL-16]', async () => {
    const stage = withAll({ projects: [ALPHA, BETA] });
    const selector = await field('Project (optional)');
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

  it('follows the current one, with its first video; without one both are cleared [SOCIAL-17]', async () => {
    const { user } = withAll({ projects: [ALPHA, BETA], current: projectId(1) });
    const selector = await field('Project (optional)');
    await within(selector).findByRole('option', { name: 'Alpha' });
    expect(selector).toHaveProperty('value', projectId(1));
    const film = await (await inCard(CARD)).findByRole('radio', { name: /Final Video/ });
    expect(film).toHaveProperty('checked', true);
    // Leaves for a screen without a project by the sidebar, and comes back.
    await user.click(await screen.findByRole('link', { name: 'Styles' }));
    await user.click(await screen.findByRole('link', { name: 'Social' }));
    await waitFor(async () => expect(await field('Project (optional)')).toHaveProperty('value', 'none'));
    expect((await inCard(CARD)).queryByRole('radio')).toBeNull();
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
    await within(await field('Project (optional)')).findByRole('option', { name: 'Alpha' });
    await stage.user.selectOptions(await field('Project (optional)'), 'Alpha');
    const card = await inCard(CARD);
    await card.findByRole('radio', { name: /Scene Video/ });
    const labels = card.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(labels).toEqual(['Final VideoAlpha', 'Scene VideoDawn', 'No video']);
    await stage.user.click(card.getByRole('radio', { name: /Scene Video/ }));
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

describe('what a post needs', () => {
  it('is said by its fields, and nothing is sent [SOCIAL-18]', async () => {
    const stage = withAll();
    await waitFor(async () => expect(await button('Create Post')).toHaveProperty('disabled', false));
    await submit(stage);
    const card = await inCard(CARD);
    for (const text of ['Title is required', 'Content is required', 'Select at least one platform']) {
      expect(await card.findByText(text)).toBeTruthy();
    }
    expect(posted(stage)).toEqual([]);
    expect(document.activeElement).toBe(card.getByRole('button', { name: /YouTube/ }));
    await write(stage, { title: '   ', content: 'A lamp.' });
    await pick(stage, /YouTube/);
    await submit(stage);
    expect(document.activeElement).toBe(card.getByRole('textbox', { name: 'Title' }));
    expect(card.getByText('Title is required')).toBeTruthy();
    expect(card.queryByText('Content is required')).toBeNull();
    expect(card.queryByText('Select at least one platform')).toBeNull();
    expect(posted(stage)).toEqual([]);
  });

  it('has hashtags that are split at spaces, and is public [SOCIAL-19, SOCIAL-20]', async () => {
    const stage = withAll();
    await write(stage);
    await stage.user.type(await field('Hashtags (optional)'), '  sea  #storm keeper ');
    await pick(stage, /YouTube/);
    await submit(stage);
    await waitFor(() => expect(posted(stage)).toHaveLength(1));
    expect(posted(stage)[0]).toMatchObject({ hashtags: ['sea', 'storm', 'keeper'], visibility: 'public' });
    expect((await inCard(CARD)).queryByLabelText(/Visibility/)).toBeNull();
  });
});

describe('the schedule of a post', () => {
  it('cannot lie before today, and is at nine unless told otherwise [SOCIAL-26]', async () => {
    const { user } = withAll();
    expect(await field('Time')).toHaveProperty('value', '09:00');
    await user.click(await button(/Schedule date/));
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
    await stage.user.click(await button(/Schedule date/));
    const month = within(await screen.findByRole('dialog', { name: 'Schedule date' }));
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
