import { screen, waitFor } from '@testing-library/react';
import { projectNumbered } from '../../../testing/app-server';
import { button, field, leaveAndReturn, pick, withAll, write } from '../../../testing/post-card-stage';
import { leaveApp } from '../../../testing/render-app';
import { findToast, type SocialStage } from '../../../testing/social-stage';

afterEach(leaveApp);

const ALPHA = projectNumbered(1, { title: 'Alpha', description: 'A film', story: 'Once.' });

describe('a generated description of a post', () => {
  const describeIt = async ({ user }: SocialStage): Promise<void> => {
    const found = await button(/Create Description/);
    await waitFor(() => expect(found).toHaveProperty('disabled', false));
    await user.click(found);
  };
  const asked = ({ server }: SocialStage) => server.sent('POST', '/api/ai/generate-description');

  it('needs a title and a platform [SOCIAL-34]', async () => {
    const stage = withAll();
    const text = 'Please enter a title and select platforms before generating description';
    await describeIt(stage);
    expect(await findToast('Missing Information', text)).toBe('destructive');
    await write(stage, { content: '' });
    await describeIt(stage);
    expect(await findToast('Missing Information', text)).toBe('destructive');
    expect(asked(stage)).toEqual([]);
  });

  it('is requested with the project, fills the content, and costs zaps [SOCIAL-35, SOCIAL-36]', async () => {
    const stage = withAll({ projects: [ALPHA], current: ALPHA.id });
    await write(stage, { content: '' });
    await pick(stage, /YouTube/, /TikTok/);
    await describeIt(stage);
    expect(await findToast('Description Generated', 'AI-powered description has been created')).toBe('default');
    expect(await field('Content')).toHaveProperty('value', 'About The keeper');
    expect(asked(stage)[0]?.body).toEqual({
      title: 'The keeper',
      platforms: ['youtube', 'tiktok'],
      projectContext: { title: 'Alpha', description: 'A film', story: 'Once.' },
    });
    expect(stage.server.balance).toBe(99.5);
  });

  it('is requested without the default texts of a new project', async () => {
    const fresh = { ...ALPHA, title: 'Untitled Project', description: 'A new story waiting to be created' };
    const stage = withAll({ projects: [fresh], current: ALPHA.id });
    await write(stage, { content: '' });
    await pick(stage, /YouTube/);
    await describeIt(stage);
    await waitFor(() => expect(asked(stage)).toHaveLength(1));
    expect(asked(stage)[0]?.body).toMatchObject({ projectContext: { title: '', description: '', story: 'Once.' } });
  });

  it('is requested without a project as null, and also read as content [SOCIAL-35]', async () => {
    const stage = withAll();
    stage.server.breaks('POST', '/api/ai/generate-description', () => ({ json: { content: 'By another name' } }));
    await write(stage, { content: '' });
    await pick(stage, /YouTube/);
    await describeIt(stage);
    await waitFor(async () => expect(await field('Content')).toHaveProperty('value', 'By another name'));
    expect(asked(stage)[0]?.body).toMatchObject({ projectContext: null });
  });

  it('replaces existing text, which Undo restores', async () => {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/);
    await describeIt(stage);
    await waitFor(async () => expect(await field('Content')).toHaveProperty('value', 'About The keeper'));
    expect(await findToast('Description Generated', 'AI-powered description has been created')).toBe('default');
    await stage.user.type(await field('Post Title'), ' of the lamp');
    await stage.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await field('Content')).toHaveProperty('value', 'A lamp in the fog.');
    expect(await field('Post Title')).toHaveProperty('value', 'The keeper of the lamp');
    expect(screen.queryByRole('button', { name: 'Restore Unsaved Text' })).toBeNull();
  });

  describe('and arrives late', () => {
    /** Requests a text for the post; the response waits until `come` is called. */
    async function askFor(): Promise<SocialStage & { come: () => void }> {
      const stage = withAll();
      await write(stage);
      await pick(stage, /YouTube/);
      let come: () => void = () => undefined;
      const wait = new Promise<void>((resolve) => (come = resolve));
      stage.server.on('POST', '/api/ai/generate-description', () =>
        wait.then(() => ({ json: { description: 'Late' } })),
      );
      await describeIt(stage);
      return { ...stage, come };
    }

    it('keeps the text typed meanwhile available', async () => {
      const stage = await askFor();
      await stage.user.type(await field('Content'), ' Rain.');
      stage.come();
      await waitFor(async () => expect(await field('Content')).toHaveProperty('value', 'Late'));
      await stage.user.click(await screen.findByRole('button', { name: 'Restore Unsaved Text' }));
      expect(await field('Content')).toHaveProperty('value', 'A lamp in the fog. Rain.');
    });

    it('restores it by Undo, and no longer offers it', async () => {
      const stage = await askFor();
      await stage.user.type(await field('Content'), ' Rain.');
      stage.come();
      await stage.user.click(await screen.findByRole('button', { name: 'Undo' }));
      expect(await field('Content')).toHaveProperty('value', 'A lamp in the fog. Rain.');
      await stage.user.type(await field('Content'), ' Hail.');
      expect(screen.queryByRole('button', { name: 'Restore Unsaved Text' })).toBeNull();
    });

    it('is offered to the next visit when the screen was left meanwhile', async () => {
      const stage = await askFor();
      await leaveAndReturn(stage);
      stage.come();
      await screen.findByText('Description Generated');
      await stage.user.click(
        (await screen.findAllByRole('button', { name: 'Restore Unsaved Text' }))[0] ?? document.body,
      );
      expect(await field('Content')).toHaveProperty('value', 'Late');
    });
  });

  it('shows an error when it failed, and leaves the content [SOCIAL-37]', async () => {
    const stage = withAll({ prepare: (server) => server.fail('POST', '/api/ai/generate-description', 500) });
    await write(stage);
    await pick(stage, /YouTube/);
    await describeIt(stage);
    expect(await findToast('Generation Failed', 'Failed to generate description. Please try again.')).toBe(
      'destructive',
    );
    expect(await field('Content')).toHaveProperty('value', 'A lamp in the fog.');
  });
});
