import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { characterLines, LIMITS, type Project, type Style } from '@storyreel/contracts';
import { projectWith } from '../../../testing/media-fixtures';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, WorkspaceServer } from '../../../testing/workspace-server';
import { offeredBy, selectNamed, shownBy } from '../../../testing/select';
import { midjourneyPrompt } from './midjourney-prompt';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const text = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const style = (n: number, part: Partial<Style> = {}): Style => ({
  id: sceneId(700 + n),
  name: `Style ${n}`,
  description: null,
  imageUrl: 'https://example.org/style.png',
  prompt: null,
  category: 'Flux',
  attributes: 'soft light',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...part,
});

async function openSettings(project: Partial<Project> = {}, styles: Style[] = []) {
  const server = new WorkspaceServer([], projectWith(project));
  server.styles = styles;
  const app = renderWorkspace('settings', { fakeTimers: true });
  await screen.findByRole('heading', { name: 'Continuity Details' });
  const patches = () => server.sent('PATCH', /projects/).map(({ body }) => body);
  return { ...app, server, patches };
}

describe('the Settings tab', () => {
  it('has its title, subtitle and the Create Continuity action [AI-20, ZAPS-21]', async () => {
    const { server } = await openSettings();
    screen.getByText('Define characters, environment, and props for consistent storytelling');
    await waitFor(() => expect(button(/^Create Continuity/).textContent).toContain('0.5'));
    const asked = server.sent('POST', '/api/costs/estimate').map(({ body }) => body);
    expect(asked).toEqual([{ provider: 'internal', model: 'text', operation: 'continuity', usage: { requests: 1 } }]);
  });

  it('has a Create Continuity action that waits for enough zaps [AI-20]', async () => {
    const server = new WorkspaceServer([], projectWith({ story: 'A keeper waits.' }));
    server.balance = 0.4;
    renderWorkspace('settings', { fakeTimers: true });
    await screen.findByRole('group', { name: 'Insufficient zaps. Need 0.5, have 0.4' });
    expect(button(/^Create Continuity/).disabled).toBe(true);
  });

  it('has text areas for characters, environment and props, each saved alone [AI-26]', async () => {
    const { patches } = await openSettings();
    for (const label of ['Characters', 'Environment', 'Props']) expect(text(label).tagName).toBe('TEXTAREA');
    fireEvent.change(text('Props'), { target: { value: 'A lamp' } });
    await pass(999);
    expect(patches()).toEqual([]);
    await pass(1);
    expect(patches()).toEqual([{ props: 'A lamp' }]);
  });
});

describe('Create Continuity', () => {
  const run = async (app: Awaited<ReturnType<typeof openSettings>>): Promise<void> => {
    await waitFor(() => expect(button(/^Create Continuity/).disabled).toBe(false));
    await app.user.click(button(/^Create Continuity/));
  };

  it('needs a story [AI-21]', async () => {
    await openSettings({ story: '  ' });
    await pass(100);
    expect(button(/^Create Continuity/).disabled).toBe(true);
  });

  it('fills and saves the three texts from the story [AI-22, AI-23]', async () => {
    const app = await openSettings({ story: 'A keeper waits.' });
    await run(app);
    await screen.findByText('Success');
    expect(app.server.sent('POST', '/api/ai/generate/continuity')[0]?.body).toEqual({
      story: 'A keeper waits.',
      projectId: app.server.project.id,
    });
    expect([text('Characters').value, text('Environment').value, text('Props').value]).toEqual([
      'Mira: tall, red coat',
      'A lighthouse',
      'A lamp',
    ]);
    await waitFor(() => expect(app.server.project.environment).toBe('A lighthouse'));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it("says 'Generating...' while it runs [AI-20]", async () => {
    const app = await openSettings();
    app.server.on('POST', '/api/ai/generate/continuity', () => new Promise(() => undefined));
    await run(app);
    await screen.findByRole('button', { name: 'Generating...' });
  });

  it('offers Undo when it replaced texts', async () => {
    const app = await openSettings({ characters: 'Tom: old' });
    await run(app);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(app.server.project.characters).toBe('Tom: old'));
    expect(text('Characters').value).toBe('Tom: old');
  });

  it('says when it failed [AI-24]', async () => {
    const app = await openSettings();
    app.server.fail('POST', '/api/ai/generate/continuity', 503);
    await run(app);
    await screen.findByText('Error');
    screen.getByText('Failed to generate continuity details. Please try again.');
  });
});

describe('the style select', () => {
  it('shows name and category of each and how many there are [AI-25]', async () => {
    const { user, patches } = await openSettings({}, [style(1), style(2, { category: 'Custom' })]);
    await screen.findByText('2 style(s) available');
    expect(shownBy(selectNamed('Visual Style'))).toBe('Select a style...');
    expect(offeredBy(selectNamed('Visual Style'))).toEqual(['Style 1 (Flux)', 'Style 2 (Custom)']);
    await user.selectOptions(selectNamed('Visual Style'), 'Style 2 (Custom)');
    await waitFor(() => expect(patches()).toEqual([{ selectedStyle: style(2).id }]));
  });

  it('says where to make one when there are none [AI-25]', async () => {
    await openSettings();
    await screen.findByText('No styles available. Add styles on the Styles page.');
  });
});

describe('the ready-made styles', () => {
  it('are a press away: it is the user’s and the project’s, and pressed again it is there once', async () => {
    const { user, patches, server } = await openSettings();
    const choices = within(await screen.findByRole('group', { name: 'Or start with a ready-made style' }));
    expect(choices.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Ink & Wash',
      'Golden Hour Film',
      'Cut Paper',
      'Midnight Noir',
    ]);
    const cutPaper = choices.getByRole('button', { name: 'Cut Paper' });
    await user.click(cutPaper);
    await waitFor(() => expect(cutPaper.getAttribute('aria-pressed')).toBe('true'));
    const [made] = server.data.liveStyles();
    expect(made).toMatchObject({ name: 'Cut Paper', category: 'Custom', imageUrl: '/looks/cut-paper.svg' });
    expect(patches()).toEqual([{ selectedStyle: made?.id }]);
    expect(shownBy(selectNamed('Visual Style'))).toBe('Cut Paper (Custom)');
    await user.click(cutPaper);
    await waitFor(() => expect(server.sent('POST', '/api/styles/ready-made')).toHaveLength(2));
    expect(server.data.liveStyles()).toHaveLength(1);
  });

  it('that cannot be had say so, and choose nothing', async () => {
    const { user, patches, server } = await openSettings();
    server.fail('POST', '/api/styles/ready-made', 503);
    await user.click(await screen.findByRole('button', { name: 'Golden Hour Film' }));
    await screen.findByText('Failed to create style. Please try again.');
    expect(patches()).toEqual([]);
  });
});

describe('the reference image', () => {
  const IMAGE = 'https://example.org/mira.png';

  it('is shown from its address once that is entered [AI-26]', async () => {
    const { user, patches } = await openSettings();
    await user.type(screen.getByLabelText('Image URL'), `${IMAGE}{Enter}`);
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'Reference' }).src).toBe(IMAGE);
    await waitFor(() => expect(patches()).toEqual([{ imageUrl: IMAGE }]));
  });

  it('gives up an address that is still typed when it is discarded by mouse', async () => {
    const { user, server, patches } = await openSettings();
    server.fail('PATCH', '/api/projects/:id', 503);
    await user.type(screen.getByLabelText('Image URL'), `${IMAGE}{Enter}`);
    await pass(5_000);
    const before = patches();
    await user.type(screen.getByLabelText('Image URL'), '?newer');
    await user.click(button('Discard'));
    await pass(10_000);
    expect(screen.getByLabelText<HTMLInputElement>('Image URL').value).toBe('');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    expect(patches()).toEqual(before);
  });

  it('keeps an address that was typed when the page is left', async () => {
    const { user, patches } = await openSettings();
    await user.type(screen.getByLabelText('Image URL'), IMAGE);
    expect(patches()).toEqual([]);
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(patches()).toEqual([{ imageUrl: IMAGE }]));
    hidden.mockRestore();
  });

  const OURS = '/api/media/mira.png';
  const answerHead = (app: Awaited<ReturnType<typeof openSettings>>, status: number) =>
    app.server.on('HEAD', '/api/media/mira.png', () => ({ status }));
  const breakImage = async () => {
    fireEvent.error(screen.getByRole('img', { name: 'Reference' }));
    await pass(5000);
  };
  const address = () => screen.getByLabelText<HTMLInputElement>('Image URL').value;

  it.each([404, 410])(
    'loses its address when our server answers that there is none, with %i [AI-27]',
    async (status) => {
      const app = await openSettings({ imageUrl: OURS });
      answerHead(app, status);
      await breakImage();
      expect(address()).toBe('');
      screen.getByText('This image no longer exists, so its address was removed.');
      expect(app.patches()).toEqual([{ imageUrl: null }]);
    },
  );

  it.each([403, 500, 503])('keeps an address of ours that is answered with %i', async (status) => {
    const app = await openSettings({ imageUrl: OURS });
    answerHead(app, status);
    await breakImage();
    expect(address()).toBe(OURS);
    screen.getByText(/Couldn't load the image/);
    expect(app.patches()).toEqual([]);
  });

  it('keeps an address elsewhere that does not load, says so, and loads it again on Retry', async () => {
    const { user, patches } = await openSettings({ imageUrl: IMAGE });
    await breakImage();
    expect(address()).toBe(IMAGE);
    screen.getByText(/Couldn't load the image/);
    expect(patches()).toEqual([]);
    await user.click(button('Retry'));
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'Reference' }).src).toBe(IMAGE);
    expect(screen.queryByText(/Couldn't load the image/)).toBeNull();
  });

  it('tells that an address is too long, cuts nothing and sends nothing', async () => {
    const { user, patches } = await openSettings();
    const long = `https://example.org/${'a'.repeat(LIMITS.url)}`;
    fireEvent.change(screen.getByLabelText('Image URL'), { target: { value: long } });
    expect(screen.getByRole('alert').textContent).toMatch(/Too long by 20 characters/);
    await user.click(screen.getByLabelText('Image URL'));
    await user.keyboard('{Enter}');
    await pass(5000);
    expect(address()).toBe(long);
    expect(screen.getByRole('alert').textContent).toMatch(/Too long by 20 characters/);
    expect(patches()).toEqual([]);
  });

  it('takes no address that is none', async () => {
    const { user, patches } = await openSettings();
    await user.type(screen.getByLabelText('Image URL'), 'mira.png{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('http://');
    await pass(5000);
    expect(patches()).toEqual([]);
  });
});

describe('the Midjourney prompt', () => {
  const generate = ({ user }: Awaited<ReturnType<typeof openSettings>>) => user.click(button('Generate'));

  it('cannot be generated while the characters are empty [AI-28]', async () => {
    await openSettings();
    expect(button('Generate').disabled).toBe(true);
  });

  it("says 'No Characters Available' when there are only blanks [AI-28]", async () => {
    const app = await openSettings({ characters: ' \n ' });
    await generate(app);
    await screen.findByText('No Characters Available');
  });

  it("says 'No Character Details Found' without a line of the right form [AI-29]", async () => {
    const app = await openSettings({ characters: 'a tall keeper\nNobody:' });
    await generate(app);
    await screen.findByText('No Character Details Found');
    expect(app.patches()).toEqual([]);
  });

  it("is made of the characters and the project's style, and saved [AI-07, AI-29, AI-30]", async () => {
    const project = { characters: 'Mira: tall, red coat\nnot a line', selectedStyle: style(2).id };
    const app = await openSettings(project, [style(1, { attributes: 'harsh light' }), style(2)]);
    await screen.findByText('2 style(s) available');
    await generate(app);
    await screen.findByText('Prompt Generated');
    expect(text('Midjourney Prompt').value).toContain('Mira, tall, red coat');
    expect(text('Midjourney Prompt').value).toContain('soft light');
    expect(text('Midjourney Prompt').value).not.toMatch(/not a line|harsh light/);
    expect(app.server.project.midjourneyPrompt).toBe(text('Midjourney Prompt').value);
  });

  it("says 'Generation Failed' when it cannot be saved [AI-30]", async () => {
    const app = await openSettings({ characters: 'Mira: tall' });
    app.server.fail('PATCH', '/api/projects/:id', 503);
    await generate(app);
    await pass(4000);
    await screen.findByText('Generation Failed');
  });

  it("is copied; 'Copied!' goes after 2 s [AI-31]", async () => {
    const { user } = await openSettings({ midjourneyPrompt: 'a keeper' });
    await user.click(button('Copy'));
    const toast = within(await screen.findByRole('region', { name: /Notifications/ }));
    await toast.findByText('Midjourney prompt copied to clipboard');
    toast.getByText('Copied!');
    expect(await navigator.clipboard.readText()).toBe('a keeper');
    button('Copied!');
    await pass(1999);
    button('Copied!');
    await pass(1);
    button('Copy');
  });

  it("takes only lines 'Name: trait1, trait2', and the style's attributes [AI-29, AI-07]", () => {
    expect(characterLines('Mira: tall , red coat\n: x\nTom:\n Ana : shy')).toEqual([
      { name: 'Mira', traits: ['tall', 'red coat'] },
      { name: 'Ana', traits: ['shy'] },
    ]);
    expect(midjourneyPrompt('Ana: shy', 'soft light')).toContain('Ana, shy, soft light');
    expect(midjourneyPrompt('nobody', null)).toBeNull();
  });
});
