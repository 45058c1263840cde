import { screen, waitFor } from '@testing-library/react';
import { continuityDetailsOf } from '../../../domains/scenes/continuity-details';
import type { FakeAnswer } from '../../../testing/fake-server';
import { projectWith } from '../../../testing/media-fixtures';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, scenesNumbered, WorkspaceServer } from '../../../testing/workspace-server';

afterEach(leaveApp);

const DESCRIBE = '/api/ai/generate/scene-description/:id';
const described = (server: WorkspaceServer) => server.sent('POST', /scene-description/).map(({ path }) => path);

async function create(server: WorkspaceServer) {
  const app = renderWorkspace('scenes');
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Create Descriptions/ });
  await waitFor(() => expect(button.disabled).toBe(false));
  await app.user.click(button);
  return { ...app, server };
}

/** Descriptions wait until the test lets them come, one by one. */
function holdDescriptions(server: WorkspaceServer): () => void {
  const waiting: (() => void)[] = [];
  server.on('POST', DESCRIBE, async ({ params }): Promise<FakeAnswer> => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { json: { scene: server.change(params[0] ?? '', { description: 'Held.' }), description: 'Held.' } };
  });
  return () => waiting.shift()?.();
}

describe('Create Descriptions', () => {
  it("shows 'Generating x/y descriptions...' while it runs, and ends well [AI-01, AI-03]", async () => {
    const server = new WorkspaceServer(scenesNumbered(4));
    const letOneCome = holdDescriptions(server);
    await create(server);
    for (const done of [0, 1, 2, 3]) {
      await screen.findByText(`Generating ${done}/4 descriptions...`);
      await waitFor(() => expect(described(server).length).toBeGreaterThanOrEqual(Math.min(4, done + 1)));
      letOneCome();
    }
    await screen.findByText('All Descriptions Generated!');
    expect(server.scenes.every(({ description }) => description === 'Held.')).toBe(true);
    await screen.findByRole('button', { name: /^Create Descriptions/ });
  });

  it('goes on while another tab is looked at [AI-01]', async () => {
    const server = new WorkspaceServer(scenesNumbered(2));
    const letOneCome = holdDescriptions(server);
    const { user } = await create(server);
    await screen.findByText('Generating 0/2 descriptions...');
    await user.click(screen.getByRole('tab', { name: /^Board/ }));
    await waitFor(() => expect(described(server)).toHaveLength(2));
    letOneCome();
    await user.click(screen.getByRole('tab', { name: /^Scenes/ }));
    await screen.findByText('Generating 1/2 descriptions...');
    letOneCome();
    await screen.findByText('All Descriptions Generated!');
  });

  it('needs a story [AI-02]', async () => {
    const { server } = await create(new WorkspaceServer(scenesNumbered(2), projectWith({ story: ' ' })));
    await screen.findByText('Please write a story first');
    expect(described(server)).toEqual([]);
  });

  it('needs at least one scene [AI-02]', async () => {
    const { server } = await create(new WorkspaceServer([]));
    await screen.findByText('Please create scenes first');
    expect(described(server)).toEqual([]);
  });

  it('is priced by the number of scenes [ZAPS-21]', async () => {
    const { server } = await create(new WorkspaceServer(scenesNumbered(7)));
    await screen.findByText('All Descriptions Generated!');
    expect(server.sent('POST', '/api/costs/estimate').map(({ body }) => body)).toContainEqual({
      provider: 'internal',
      model: 'text',
      operation: 'scene_description',
      usage: { scenes: 7 },
    });
  });

  it("says 'Partial Success' with the numbers when some failed [AI-03]", async () => {
    const server = new WorkspaceServer(scenesNumbered(3));
    server.fail('POST', `/api/ai/generate/scene-description/${sceneId(2)}`, 503);
    await create(server);
    await screen.findByText('Partial Success');
    screen.getByText('2/3 descriptions generated.');
  });

  it("says 'Generation Failed' when none was made [AI-03]", async () => {
    const server = new WorkspaceServer(scenesNumbered(2));
    server.fail('POST', DESCRIBE, 503);
    await create(server);
    await screen.findByText('Generation Failed');
  });

  it('asks for no more once the zaps are used up', async () => {
    const server = new WorkspaceServer(scenesNumbered(9));
    server.fail('POST', DESCRIBE, 402, 'Not enough zaps', 'insufficient_zaps');
    await create(server);
    await screen.findByText('0/9 descriptions generated. Not enough zaps for the rest.');
    expect(described(server).length).toBeLessThanOrEqual(3);
  });

  it('can be cancelled; what was made stays', async () => {
    const server = new WorkspaceServer(scenesNumbered(6));
    const letOneCome = holdDescriptions(server);
    const { user } = await create(server);
    await waitFor(() => expect(described(server)).toHaveLength(3));
    letOneCome();
    await screen.findByText('Generating 1/6 descriptions...');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Partial Success');
    screen.getByText('1/6 descriptions generated.');
    expect(described(server).length).toBeLessThan(6);
  });
});

describe('continuity details', () => {
  const project = projectWith();
  it('are the filled ones of characters, environment and props', () => {
    const details = continuityDetailsOf({ ...project, characters: 'Mira: tall', props: 'A lamp' });
    expect(details).toBe('Characters:\nMira: tall\n\nProps:\nA lamp');
  });

  it("fall back to 'Main character: ...' [AI-05]", () => {
    const details = continuityDetailsOf({ ...project, midjourneyPrompt: 'a keeper in a red coat' });
    expect(details).toBe('Main character: a keeper in a red coat');
  });

  it("fall back to 'No specific continuity details available' [AI-05]", () => {
    expect(continuityDetailsOf(project)).toBe('No specific continuity details available');
  });
});
