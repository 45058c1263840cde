import type { Scene } from '@storyreel/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { speechPlayer } from './speech-player';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { sceneNumbered, WorkspaceServer } from '../../testing/workspace-server';

const SPEECH = { url: '/api/media/a.mp3', seconds: 7, text: 'What happens in beat 1.', voice: 'alloy' };

beforeEach(() => {
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  HTMLMediaElement.prototype.pause = () => {};
});
afterEach(() => {
  speechPlayer.stop();
  leaveApp();
});

async function open(part: Partial<Scene> = {}) {
  const server = new WorkspaceServer([sceneNumbered(1, part)]);
  const app = renderWorkspace('build');
  const opener = await screen.findByRole('button', { name: /^Narration/ });
  return { ...app, server, opener };
}

describe('the narration in a scene’s editor', () => {
  it.each([
    ['Not narrated yet', {}],
    ['0:07', { speech: SPEECH, speechStatus: 'complete' }],
    ['Text changed since recording', { speech: { ...SPEECH, text: 'Earlier.' }, speechStatus: 'complete' }],
  ] as const)('is closed, and says "%s"', async (words, part) => {
    const { opener } = await open(part);
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(opener.textContent).toBe(`Narration${words}`);
    expect(screen.queryByRole('textbox', { name: 'Words of scene 1' })).toBeNull();
  });

  it('opens to the text, which saves by itself, and to all controls of the Audio tab', async () => {
    const { server, user, opener } = await open({ speech: SPEECH, speechStatus: 'complete' });
    await user.click(opener);
    const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Words of scene 1' });
    expect(words.value).toBe('What happens in beat 1.');
    fireEvent.change(words, { target: { value: 'Other words.' } });
    await screen.findByText('Text changed since recording');
    await waitFor(() => expect(server.scene(1).narration).toBe('Other words.'), { timeout: 5_000 });
    screen.getByRole('combobox', { name: 'Speaker of scene 1' });
    screen.getByRole('button', { name: 'Narrate Again 0.1 zaps' });
  });

  it('stops playing when it is closed', async () => {
    const { user, opener } = await open({ speech: SPEECH, speechStatus: 'complete' });
    await user.click(opener);
    await user.click(await screen.findByRole('button', { name: 'Play the narration of scene 1' }));
    expect(speechPlayer.get().isPaused).toBe(false);
    await user.click(opener);
    expect(speechPlayer.get().key).toBeNull();
    expect(within(opener).getByText('0:07')).toBeTruthy();
  });
});
