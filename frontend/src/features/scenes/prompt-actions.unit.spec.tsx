import { screen, waitFor, within } from '@testing-library/react';
import type { Project, Style } from '@storyreel/contracts';
import { projectWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { sceneId, sceneNumbered, WorkspaceServer } from '../../testing/workspace-server';
import { imagePromptFrom } from './PromptActions';

afterEach(leaveApp);

const REFERENCE = 'https://example.org/mira.png';
const editor = () => within(screen.getByRole('region', { name: /^Scene 1:/ }));
const text = (label: string): string => editor().getByLabelText<HTMLTextAreaElement>(label).value;

const STYLE: Style = {
  id: sceneId(700),
  name: 'Watercolour',
  description: null,
  imageUrl: 'https://example.org/style.png',
  prompt: null,
  category: 'Custom',
  attributes: 'soft watercolour',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
};

async function openEditor(part = {}, project: Partial<Project> = {}, styles: Style[] = []) {
  const server = new WorkspaceServer([sceneNumbered(1, part)], projectWith(project));
  server.styles = styles;
  const app = renderWorkspace('build');
  await screen.findByLabelText('Image Prompt');
  async function press(name: RegExp): Promise<void> {
    const button = await waitFor(() => {
      const found = editor().getByRole<HTMLButtonElement>('button', { name });
      expect(found.disabled).toBe(false);
      return found;
    });
    await app.user.click(button);
  }
  return { ...app, server, press };
}
const balanceReads = (server: WorkspaceServer): number => server.sent('GET', '/api/credits/balance').length;

describe('regenerating a description', () => {
  it('writes the new texts into the scene and confirms it [AI-04, AI-08]', async () => {
    const { press, server } = await openEditor();
    const before = balanceReads(server);
    await press(/^Regenerate Description/);
    await screen.findByText('Scene description & prompts regenerated');
    expect([text('Scene Description'), text('Image Prompt'), text('Video Prompt')]).toEqual([
      'Described.',
      'Painted.',
      'Moved.',
    ]);
    await waitFor(() => expect(balanceReads(server)).toBeGreaterThan(before));
  });

  it('sends the continuity details of the project [AI-04]', async () => {
    const { press, server } = await openEditor({}, { characters: 'Mira: tall', environment: 'A cliff', props: '' });
    await press(/^Regenerate Description/);
    const path = `/api/ai/generate/scene-description/${sceneId(1)}`;
    await waitFor(() =>
      expect(server.sent('POST', path)[0]?.body).toEqual({
        continuityDetails: 'Characters:\nMira: tall\n\nEnvironment:\nA cliff',
      }),
    );
  });

  it('sends a fallback when the project has none [AI-05]', async () => {
    const { press, server } = await openEditor();
    await press(/^Regenerate Description/);
    await waitFor(() =>
      expect(server.sent('POST', /scene-description/)[0]?.body).toEqual({
        continuityDetails: 'No specific continuity details available',
      }),
    );
  });

  it('shows an error when it failed, and leaves the texts [AI-09]', async () => {
    const { press, server } = await openEditor();
    server.fail('POST', '/api/ai/generate/scene-description/:id', 503);
    await press(/^Regenerate Description/);
    await screen.findByText('Failed to regenerate scene description');
    expect(text('Scene Description')).toBe('What happens in beat 1.');
  });
});

describe('enhancing an image prompt', () => {
  it('writes the enhanced prompt into the scene and confirms it [AI-11, AI-12]', async () => {
    const { press, server } = await openEditor();
    await press(/^Enhance Prompt/);
    await screen.findByText('Prompt enhanced');
    await waitFor(() => expect(text('Image Prompt')).toBe('Enhanced.'));
    expect(server.sent('POST', `/api/scenes/${sceneId(1)}/enhance-prompt`)).toHaveLength(1);
  });

  it('needs an image prompt [AI-10]', async () => {
    await openEditor({ imagePrompt: '  ' });
    expect(editor().getByRole<HTMLButtonElement>('button', { name: /^Enhance Prompt/ }).disabled).toBe(true);
  });

  it('enhances text typed a moment ago', async () => {
    const { press, server, user } = await openEditor();
    await user.type(editor().getByLabelText('Image Prompt'), ' at dusk');
    await press(/^Enhance Prompt/);
    await screen.findByText('Prompt enhanced');
    const order = server.calls.filter(({ path, method }) => method !== 'GET' && path.includes(sceneId(1)));
    expect(order.map(({ method, body }) => [method, body])).toEqual([
      ['PATCH', { imagePrompt: 'Picture 1 at dusk' }],
      ['POST', undefined],
    ]);
  });

  it('shows an error when it failed [AI-13]', async () => {
    const { press, server } = await openEditor();
    server.fail('POST', '/api/scenes/:id/enhance-prompt', 503);
    await press(/^Enhance Prompt/);
    await screen.findByText('Enhancement failed');
  });
});

describe('regenerating an image prompt', () => {
  it('creates it from the description and confirms it [AI-15]', async () => {
    const { press, server } = await openEditor();
    await press(/^Regenerate Image Prompt/);
    await screen.findByText('Image prompt regenerated');
    expect(server.scene(1).imagePrompt).toBe('What happens in beat 1.');
  });

  it('ends it with the style and the reference image of the project [AI-06, AI-07]', async () => {
    const project = { characters: 'Mira: tall', imageUrl: REFERENCE, selectedStyle: STYLE.id };
    const { press, server } = await openEditor({ description: 'Mira climbs.' }, project, [STYLE]);
    await press(/^Regenerate Image Prompt/);
    await screen.findByText('Image prompt regenerated');
    expect(server.scene(1).imagePrompt).toBe(`Mira climbs., soft watercolour --oref ${REFERENCE}`);
  });

  it('needs a description [AI-14]', async () => {
    const { press, server } = await openEditor({ description: ' ' });
    await press(/^Regenerate Image Prompt/);
    await screen.findByText('No description available');
    expect(server.scene(1).imagePrompt).toBe('Picture 1');
  });

  it.each([
    ['a reference image and a description that names the lead', 'Mira climbs.', REFERENCE, ` --oref ${REFERENCE}`],
    ['a description without the lead', 'The admiral climbs.', REFERENCE, ''],
    ['no reference image', 'Mira climbs.', null, ''],
  ])('has the correct end with %s [AI-06]', (_name, description, imageUrl, end) => {
    const prompt = imagePromptFrom(description, { characters: 'Mira: tall\nTom: short', imageUrl }, null);
    expect(prompt).toBe(`${description}${end}`);
  });

  it("appends the attributes of the project's style [AI-07]", () => {
    const prompt = imagePromptFrom('A cliff.', { characters: '', imageUrl: null }, ' soft watercolour ');
    expect(prompt).toBe('A cliff., soft watercolour');
  });
});

describe('regenerating a video prompt', () => {
  it('writes it into the scene and confirms it [AI-17, AI-18]', async () => {
    const { press } = await openEditor();
    await press(/^Regenerate Video Prompt/);
    await screen.findByText('Video prompt generated');
    await waitFor(() => expect(text('Video Prompt')).toBe('Slow pan.'));
  });

  it('needs a description that is not blank [AI-16]', async () => {
    const { press, server } = await openEditor({ description: ' \n' });
    await press(/^Regenerate Video Prompt/);
    await screen.findByText('No scene description available');
    expect(server.sent('POST', /video-prompt/)).toEqual([]);
  });

  it('shows an error when it failed [AI-19]', async () => {
    const { press, server } = await openEditor();
    server.fail('POST', '/api/ai/generate/video-prompt/:id', 503);
    await press(/^Regenerate Video Prompt/);
    await screen.findByText('Failed to generate video prompt');
  });
});
