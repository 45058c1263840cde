import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { projectWith } from '../../../testing/media-fixtures';
import { renderWorkspace } from '../../../testing/render-workspace';
import { CONTINUITY_COST } from '../../zaps/price';
import { WorkspaceServer } from '../../../testing/workspace-server';
import { offeredBy, selectNamed, shownBy } from '../../../testing/select';
import { button, text, style, openSettings } from '../../../testing/settings-stage';
import { stopTime, pass } from '../../../testing/stopped-time';

stopTime();

describe('the Settings tab', () => {
  it('has its title, subtitle and the Create Continuity action [AI-20, ZAPS-21]', async () => {
    const { server } = await openSettings();
    screen.getByText('Define characters, environment, and props for consistent storytelling');
    await waitFor(() => expect(button(/^Create Continuity/).textContent).toContain('0.5'));
    expect(server.sent('POST', '/api/costs/estimate')).toEqual([]);
    expect(CONTINUITY_COST).toMatchObject({ operation: 'continuity', usage: { requests: 1 } });
  });

  it('has a Create Continuity action that is disabled without enough zaps [AI-20]', async () => {
    const server = new WorkspaceServer([], projectWith({ story: 'A keeper waits.' }));
    server.balance = 0.4;
    renderWorkspace('settings', { fakeTimers: true });
    await screen.findAllByRole('group', { name: 'Insufficient zaps. Need 0.5, have 0.4' });
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

describe('the language', () => {
  it('is that of the story until another is chosen by typing, and back', async () => {
    const story = 'Der alte Mann war auf dem Turm, und er sah, dass das Licht nicht mehr für die Boote brannte.';
    const { user, patches } = await openSettings({ story });
    await user.click(button('Language: Automatic (German)'));
    await user.type(screen.getByRole('combobox', { name: 'Search language' }), 'japa{Enter}');
    await waitFor(() => expect(patches()).toEqual([{ language: 'ja' }]));
    await user.click(button('Language: Japanese'));
    await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Automatic (German)' }));
    await waitFor(() => expect(patches()).toEqual([{ language: 'ja' }, { language: null }]));
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
    await screen.findAllByRole('button', { name: 'Generating...' });
  });

  it('offers Undo when it replaced texts', async () => {
    const app = await openSettings({ characters: 'Tom: old' });
    await run(app);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(app.server.project.characters).toBe('Tom: old'));
    expect(text('Characters').value).toBe('Tom: old');
  });

  it('shows an error when it failed [AI-24]', async () => {
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

  it('says where to create one when there are none [AI-25]', async () => {
    await openSettings();
    await screen.findByText('No styles available. Add styles on the Styles page.');
  });
});

describe('the ready-made styles', () => {
  it('are added to the user’s and the project’s styles with one press, and another press adds nothing', async () => {
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

  it('that could not be read show an error, and choose nothing', async () => {
    const { user, patches, server } = await openSettings();
    server.fail('POST', '/api/styles/ready-made', 503);
    await user.click(await screen.findByRole('button', { name: 'Golden Hour Film' }));
    await screen.findByText('Failed to create style. Please try again.');
    expect(patches()).toEqual([]);
  });
});
