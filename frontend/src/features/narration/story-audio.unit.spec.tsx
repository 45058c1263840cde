import type { Project } from '@storyreel/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { refreshProjects } from '../projects/api';
import { openAdvanced } from '../../testing/audio-page';
import { projectWith, PROJECT_ID, sceneWith } from '../../testing/media-fixtures';
import { MediaServer } from '../../testing/media-server';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { offeredBy, selectNamed } from '../../testing/select';

afterEach(leaveApp);

const PATH = `/api/projects/${PROJECT_ID}/story-audio`;
const STORY = 'Mara climbs the stairs. The lamp turns.';
const GENERATE = /^Generate Story Audio/;

async function open(part: Partial<Project> = {}) {
  const server = new MediaServer(sceneWith(), projectWith({ story: STORY, title: 'The Lamp', ...part }));
  const app = renderWorkspace('audio');
  await openAdvanced();
  await waitFor(() => expect(server.sent('GET', '/api/speech/voices')).toHaveLength(1));
  await waitFor(() => expect(server.sent('GET', '/api/batches')).toHaveLength(1));
  return { server, ...app };
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const section = () => within(screen.getByRole('region', { name: 'Generate Story Audio' }));
const question = async () => within(await screen.findByRole('alertdialog', { name: 'Generate story audio?' }));
const statusIs = (words: string) => waitFor(() => expect(section().getByText(words)).toBeTruthy());

describe('with a speech provider, the audio of a story', () => {
  it('is requested after a confirmation, in the voice of Voice Settings, at its price', async () => {
    const { server, user, queryClient } = await open();
    expect(offeredBy(selectNamed('Voice'))).toEqual(expect.arrayContaining(['Alloy', 'Nova', 'Custom voice ID']));
    await user.selectOptions(selectNamed('Voice'), 'Nova');
    await user.click(await screen.findByRole('button', { name: 'Generate Story Audio 0.2 zaps' }));
    const asked = await question();
    expect(asked.getByText(/whole story \(39 characters\)/)).toBeTruthy();
    expect(asked.getByText('Cost: 0.2 zaps')).toBeTruthy();
    expect(server.sent('POST', PATH)).toEqual([]);
    await user.click(asked.getByRole('button', { name: 'Generate' }));
    await statusIs('Generating...');
    const [sent] = server.sent('POST', PATH);
    expect(sent?.body).toMatchObject({ voice: 'nova', stability: 0.5, clarity: 0.8, style: 0.3 });
    // Upload is not offered while a generation is running, which would replace the file.
    expect(screen.queryByText('Upload Audio')).toBeNull();
    server.doWork();
    await act(() => refreshProjects(queryClient));
    await statusIs('Audio Complete');
    expect(section().getByText('The Lamp.mp3')).toBeTruthy();
  });

  it('uses a voice by its id, and the narrator’s when none is chosen', async () => {
    const { server, user } = await open();
    fireEvent.change(screen.getByLabelText('Voice ID'), { target: { value: ' cloned ' } });
    for (let time = 1; time <= 2; time++) {
      await user.click(button(GENERATE));
      await user.click((await question()).getByRole('button', { name: 'Generate' }));
      await user.click(await section().findByRole('button', { name: 'Cancel' }));
      await statusIs('No Audio Generated');
      fireEvent.change(screen.getByLabelText('Voice ID'), { target: { value: '' } });
    }
    const voices = server.sent('POST', PATH).map(({ body }) => (body as { voice?: string }).voice);
    expect(voices).toEqual(['cloned', undefined]);
  });

  it('can be canceled, with a message, and its zaps are released', async () => {
    const { server, user } = await open();
    await user.click(button(GENERATE));
    await user.click((await question()).getByRole('button', { name: 'Generate' }));
    await user.click(await section().findByRole('button', { name: 'Cancel' }));
    expect((await section().findByRole('alert')).textContent).toBe('You cancelled it.');
    expect(server.data.balance).toBe(100);
    expect(button(GENERATE).disabled).toBe(false);
  });

  it('names the missing inputs', async () => {
    const { user } = await open({ story: ' ' });
    await user.click(button(GENERATE));
    const asked = await question();
    expect(asked.getByText('There is no story yet. Please write it first.')).toBeTruthy();
    expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Generate' }).disabled).toBe(true);
  });

  it('shows no error when another window has started it', async () => {
    const { server, user } = await open();
    server.fail('POST', PATH, 409, 'This story’s audio is already being generated.');
    await user.click(button(GENERATE));
    await user.click((await question()).getByRole('button', { name: 'Generate' }));
    const title = await screen.findByText('The story audio is already being generated');
    expect(title.closest('[data-variant="destructive"]')).toBeNull();
  });

  it('shows why it failed, until there is another', async () => {
    const { server, queryClient } = await open({ storyAudioError: 'The voice was away.' });
    expect(section().getByRole('alert').textContent).toBe('The voice was away.');
    server.project = { ...server.project, storyAudioError: null, storyAudioUrl: '/api/media/a.mp3' };
    await act(() => refreshProjects(queryClient));
    await waitFor(() => expect(section().queryByRole('alert')).toBeNull());
  });
});
