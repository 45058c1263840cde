import { screen, waitFor } from '@testing-library/react';
import { speechPlayer } from './speech-player';
import { openAudio, play, playSilently, SAVED, voiceWith, WORDS, words } from '../../testing/audio-page';
import { PROJECT_ID } from '../../testing/media-fixtures';
import { renderWorkspace } from '../../testing/render-workspace';
import { shownBy } from '../../testing/select';
import { sceneNumbered, scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';
// Loads the tab's code in advance, so that the first test does not wait for it.
import './AudioTab';

playSilently();

const savedVoices = (server: WorkspaceServer) =>
  server.sent('PATCH', `/api/projects/${PROJECT_ID}`).map(({ body }) => body);

describe('the voices', () => {
  it('are one for the narrator, for each character, and for other speakers already in use', async () => {
    await openAudio([sceneNumbered(1, { speaker: 'The wind' })], { characters: 'Mara: brave' });
    expect(screen.getAllByRole('combobox', { name: /^Voice of / }).map((select) => select.ariaLabel)).toEqual([
      'Voice of Narrator',
      'Voice of Mara',
      'Voice of The wind',
    ]);
    expect(shownBy(screen.getByRole('combobox', { name: 'Voice of Narrator' }))).toBe('Alloy');
    expect(shownBy(screen.getByRole('combobox', { name: 'Voice of Mara' }))).toBe('Same as the narrator');
  });

  it('are saved with the project', async () => {
    const { server, user } = await openAudio(undefined, { characters: 'Mara: brave' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Voice of Mara' }), 'nova');
    await waitFor(() => expect(savedVoices(server)).toEqual([{ voices: [voiceWith('Mara')] }]), SAVED);
    screen.getByRole('slider', { name: 'Speed of Mara' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(server.project.voices).toEqual([voiceWith('Mara', { speed: 1.2 })]), SAVED);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Voice of Mara' }), 'Same as the narrator');
    await waitFor(() => expect(server.project.voices).toEqual([]), SAVED);
  });

  it('can be heard before one is chosen, at their speed', async () => {
    const { user } = await openAudio(undefined, { voices: [voiceWith('', { speed: 1.5 })] });
    await user.click(screen.getByRole('button', { name: 'Play a sample of the voice of Narrator' }));
    expect(play).toHaveBeenCalledTimes(1);
    expect(speechPlayer.get().key).toBe('sample/');
    await user.click(screen.getByRole('button', { name: 'Pause a sample of the voice of Narrator' }));
    expect(screen.getByRole('button', { name: 'Play a sample of the voice of Narrator' })).toBeTruthy();
  });

  it('show the provider’s description, and have sliders only where it supports them', async () => {
    const { server, queryClient } = await openAudio();
    expect(screen.queryByRole('slider', { name: 'Stability of Narrator' })).toBeNull();
    server.data.speechVoices = {
      ...server.data.speechVoices,
      provider: { name: 'elevenlabs', label: 'ElevenLabs', sandbox: false },
      remark: 'Voices are billed by character.',
    };
    await queryClient.invalidateQueries({ queryKey: ['/api/speech/voices'] });
    await screen.findByText('Voices are billed by character.');
    for (const name of ['Stability', 'Clarity and Similarity', 'Style Exaggeration']) {
      screen.getByRole('slider', { name: `${name} of Narrator` });
    }
  });

  it('may be any other of the provider’s, by its id', async () => {
    const server = new WorkspaceServer(scenesNumbered(1));
    server.data.speechVoices = { ...server.data.speechVoices, takesOtherIds: true };
    const { user } = renderWorkspace('audio');
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Voice of Narrator' }),
      'Another voice by its ID',
    );
    await user.type(screen.getByRole('textbox', { name: 'Voice ID of Narrator' }), 'cloned-7');
    await waitFor(() => expect(server.project.voices).toEqual([voiceWith('', { voice: 'cloned-7' })]), SAVED);
  });

  it('are read again after they could not be loaded', async () => {
    const server = new WorkspaceServer(scenesNumbered(1));
    server.fail('GET', '/api/speech/voices', 503);
    const { user } = renderWorkspace('audio');
    await screen.findByText("Couldn't load the voices");
    server.on('GET', '/api/speech/voices', () => ({ json: server.data.speechVoices }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('combobox', { name: 'Voice of Narrator' });
    expect(words(1).value).toBe(WORDS);
  });
});
