import type { Scene } from '@storyreel/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { onPush, refreshScenes } from '../scenes/api';
import { batchKeys } from '../batches/api';
import { flushAllScenes } from '../scenes/useSceneAutosave';
import { openAudio, play, playSilently, row, SAVED, voiceWith, WORDS, words } from '../../testing/audio-page';
import { PROJECT_ID } from '../../testing/media-fixtures';
import { renderWorkspace } from '../../testing/render-workspace';
import { offeredBy, shownBy } from '../../testing/select';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';
// Loads the tab's code in advance, so that the first test does not wait for it.
import './AudioTab';

playSilently();

/** Returns a scene whose narration is up to date. */
const spoken = (n: number, part: Partial<Scene> = {}): Scene =>
  sceneNumbered(n, {
    speech: { url: `/api/media/speech-${n}.mp3`, seconds: 7, text: `What happens in beat ${n}.`, voice: 'alloy' },
    speechStatus: 'complete',
    ...part,
  });

const saved = (server: WorkspaceServer, n: number) =>
  server.sent('PATCH', `/api/scenes/${sceneId(n)}`).map(({ body }) => body);

describe('the spoken text of a scene', () => {
  it('comes from its story until another is written, which saves by itself', async () => {
    const { server } = await openAudio([sceneNumbered(1, { sourceText: 'At dawn Mara rowed out.' }), sceneNumbered(2)]);
    expect([words(1).value, words(2).value]).toEqual(['At dawn Mara rowed out.', 'What happens in beat 2.']);
    fireEvent.change(words(1), { target: { value: 'Mara rows out. ' } });
    expect(words(1).value).toBe('Mara rows out. ');
    await waitFor(() => expect(saved(server, 1)).toEqual([{ narration: 'Mara rows out. ' }]), SAVED);
    expect(row(1).getByText('14 characters')).toBeTruthy();
  });

  it('returns to the story’s with the focus in it, and is restored by Undo', async () => {
    const { server, user } = await openAudio([sceneNumbered(1, { narration: 'My own words.' })]);
    await user.click(row(1).getByRole('button', { name: 'Use Original Text' }));
    expect(words(1).value).toBe(WORDS);
    expect(document.activeElement).toBe(words(1));
    await waitFor(() => expect(server.scene(1).narration).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Earlier text restored');
    expect(server.scene(1).narration).toBe('My own words.');
    expect(words(1).value).toBe('My own words.');
  });

  it('is kept and not sent when it is too long', async () => {
    const { server } = await openAudio();
    fireEvent.change(words(1), { target: { value: 'a'.repeat(5_001) } });
    expect(row(1).getByRole('alert').textContent).toMatch(/^Too long by 1 character\b/);
    expect(await act(flushAllScenes)).toBe(false);
    expect(saved(server, 1)).toEqual([]);
  });

  it('leaves nothing to narrate when it is empty', async () => {
    await openAudio([sceneNumbered(1, { narration: '' })]);
    row(1).getByText('No words');
    expect(row(1).getByRole<HTMLButtonElement>('button', { name: /^Narrate/ }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'All Scenes Narrated' }).disabled).toBe(true);
  });
});

describe('the speaker of a scene', () => {
  it('is the narrator or one of the characters, and is saved at once', async () => {
    const { server, user } = await openAudio(undefined, { characters: 'Mara: brave, tall\nA line without\nTom: old' });
    const select = row(1).getByRole<HTMLSelectElement>('combobox', { name: 'Speaker of scene 1' });
    expect(offeredBy(select)).toEqual(['Narrator', 'Mara', 'Tom']);
    await user.selectOptions(select, 'Tom');
    await waitFor(() => expect(saved(server, 1)).toEqual([{ speaker: 'Tom' }]));
    expect(shownBy(select)).toBe('Tom');
  });
});

describe('one scene', () => {
  it('is narrated for the price of its text, after pending edits are saved', async () => {
    const { server, user, queryClient } = await openAudio();
    fireEvent.change(words(1), { target: { value: 'a'.repeat(61) } });
    await user.click(row(1).getByRole('button', { name: 'Narrate 0.3 zaps' }));
    await row(1).findByText(/^Generating narration…/);
    expect(server.sent('POST', '/api/generate-speech')).toHaveLength(1);
    expect(saved(server, 1)).toEqual([{ narration: 'a'.repeat(61) }]);
    server.doWork();
    onPush(
      { type: 'scenesChanged', projectId: PROJECT_ID, sceneIds: [sceneId(1)], texts: false, at: [], position: '9' },
      queryClient,
    );
    await row(1).findByRole('button', { name: 'Play the narration of scene 1' });
    row(1).getByText('61 characters · 0:04');
    row(1).getByRole('button', { name: 'Narrate Again 0.3 zaps' });
    row(1).getByRole('button', { name: 'Download the narration of scene 1' });
    expect(server.data.balance).toBeCloseTo(99.7);
  });

  it.each([
    ['Text changed since recording', { narration: 'Others.' }, {}],
    ['The voice has changed', {}, { voices: [voiceWith('')] }],
    ['Not narrated yet', { speech: null, speechStatus: 'none' }, {}],
  ] as const)('says: %s', async (text, part, project) => {
    await openAudio([spoken(1, part)], { ...project, voices: 'voices' in project ? [...project.voices] : [] });
    await row(1).findByText(text);
  });

  it('that failed shows the reason, and keeps its earlier narration', async () => {
    await openAudio([spoken(1, { narration: 'Others.', speechStatus: 'failed', speechError: 'The voice was busy.' })]);
    row(1).getByText('Narration failed');
    row(1).getByText('The voice was busy.');
    row(1).getByRole('button', { name: 'Play the narration of scene 1' });
  });

  it('that is refused shows the reason, and can be retried', async () => {
    const { server, user } = await openAudio();
    server.fail('POST', '/api/generate-speech', 503, 'The voices are away.');
    await user.click(row(1).getByRole('button', { name: /^Narrate / }));
    await screen.findByText('The voices are away.');
    await waitFor(() =>
      expect(row(1).getByRole<HTMLButtonElement>('button', { name: /^Narrate / }).disabled).toBe(false),
    );
  });

  it('cannot be narrated for more zaps than there are', async () => {
    const server = new WorkspaceServer(scenesNumbered(1));
    server.balance = 0;
    renderWorkspace('audio');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Narrate 0.1 zaps' });
    await waitFor(() => expect(button.disabled).toBe(true));
    row(1).getByLabelText('Insufficient zaps. Need 0.1, have 0');
  });
});

describe('all scenes', () => {
  it('are narrated where narration is missing, after a question with the price', async () => {
    const { server, user, queryClient } = await openAudio([spoken(1), sceneNumbered(2), sceneNumbered(3)]);
    await user.click(screen.getByRole('button', { name: 'Narrate 2 Scenes 0.2 zaps' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Narrate 2 scenes?' }));
    await dialog.findByText('Cost: 0.2 zaps in all.');
    // Neither scene has been narrated, so nothing is replaced.
    expect(dialog.queryByText(/is replaced/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Narrate' }));
    await screen.findByText('0 of 2 scenes done');
    expect(server.sent('POST', '/api/batches')[0]?.body).toMatchObject({
      kind: 'speech',
      sceneIds: [sceneId(2), sceneId(3)],
      zaps: 0.2,
    });
    server.doWork();
    await queryClient.invalidateQueries({ queryKey: batchKeys.list });
    await refreshScenes(queryClient, PROJECT_ID);
    await screen.findByRole('button', { name: 'All Scenes Narrated' });
    screen.getByText('0:10 in 3 scenes');
  });

  it('that no voice can read are named before any payment', async () => {
    const { server, user } = await openAudio([sceneNumbered(1), sceneNumbered(2)]);
    const message = 'The narration of “Beat 2” is in Khmer letters, which no voice of the sandbox reads.';
    server.breaks('POST', '/api/batches/quote', () => ({
      json: { scenes: 1, zaps: 0.1, includedScenes: 0, leftOut: [{ sceneId: sceneId(2), message }] },
    }));
    await user.click(screen.getByRole('button', { name: 'Narrate 2 Scenes 0.2 zaps' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Narrate 2 scenes?' }));
    await dialog.findByText(`1 scene can't be narrated and won't be charged: ${message}`);
    dialog.getByText('Cost: 0.1 zaps in all.');
    await user.click(dialog.getByRole('button', { name: 'Narrate' }));
    await waitFor(() => expect(server.sent('POST', '/api/batches')[0]?.body).toMatchObject({ zaps: 0.1 }));
  });

  it.each([
    ['two of seven', [1, 2, 3, 4, 5], 'Narrating 2 scenes...'],
    ['one of two', [1], 'Narrating 1 scene...'],
  ])('are not called narrated while %s are being narrated', async (_which, done, label) => {
    const speaking = { speechStatus: 'processing' as const };
    const count = done.length === 5 ? 7 : 2;
    const scenes = scenesNumbered(count).map((scene, at) =>
      done.includes(at + 1) ? spoken(at + 1) : { ...scene, ...speaking },
    );
    const { server, queryClient } = await openAudio(scenes);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: label }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'All Scenes Narrated' })).toBeNull();
    server.data.holdScenes(
      PROJECT_ID,
      scenes.map((_, at) => spoken(at + 1)),
    );
    await refreshScenes(queryClient, PROJECT_ID);
    await screen.findByRole('button', { name: 'All Scenes Narrated' });
  });

  it('are no longer asked about once they were narrated meanwhile', async () => {
    const { server, user, queryClient } = await openAudio([sceneNumbered(1)]);
    await user.click(screen.getByRole('button', { name: 'Narrate 1 Scene 0.1 zaps' }));
    await screen.findByRole('alertdialog', { name: 'Narrate 1 scene?' });
    server.data.holdScenes(PROJECT_ID, [spoken(1)]);
    await refreshScenes(queryClient, PROJECT_ID);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    screen.getByRole('button', { name: 'All Scenes Narrated' });
    server.data.holdScenes(PROJECT_ID, [sceneNumbered(1)]);
    await refreshScenes(queryClient, PROJECT_ID);
    await screen.findByRole('button', { name: 'Narrate 1 Scene 0.1 zaps' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('are the only yellow button of the tab until they are narrated', async () => {
    const { search, user } = await openAudio([spoken(1)]);
    const yellow = () => [...document.querySelectorAll('main [data-variant="primary"]')].map((one) => one.textContent);
    await waitFor(() => expect(yellow()).toEqual(['Next: Generate Images']));
    fireEvent.change(words(1), { target: { value: 'Others.' } });
    await waitFor(() => expect(yellow()).toEqual(['Narrate 1 Scene0.1 zaps']), SAVED);
    await user.click(screen.getByRole('button', { name: 'Next: Generate Images' }));
    await waitFor(() => expect(search()).toContain('tab=build'));
  });

  it('are played one after the other, with the present one marked', async () => {
    const { user } = await openAudio([spoken(1), sceneNumbered(2), spoken(3)]);
    const current = () => screen.queryAllByRole('region', { current: true }).map((one) => one.textContent.slice(0, 8));
    screen.getByText('0:14 in 2 scenes');
    await user.click(screen.getByRole('button', { name: 'Play All' }));
    const [audio] = play.mock.contexts as unknown as [HTMLAudioElement];
    expect([audio.getAttribute('src'), current()]).toEqual(['/api/media/speech-1.mp3', ['Scene 1:']]);
    fireEvent.ended(audio);
    expect([audio.getAttribute('src'), current()]).toEqual(['/api/media/speech-3.mp3', ['Scene 3:']]);
    fireEvent.ended(audio);
    expect(current()).toEqual([]);
    screen.getByRole('button', { name: 'Play All' });
  });

  it('lead to the story when there are none', async () => {
    const { search, user } = await openAudio([]);
    await user.click(await screen.findByRole('button', { name: 'Go to Story' }));
    await waitFor(() => expect(search()).toContain('tab=story'));
  });
});
