import type { Project } from '@storyreel/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openAdvanced } from '../../testing/audio-page';
import { projectWith, sceneWith } from '../../testing/media-fixtures';
import { MediaServer } from '../../testing/media-server';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { offeredBy, selectNamed, shownBy } from '../../testing/select';

afterEach(leaveApp);

/** The only speech provider in these tests. */
const SANDBOX = { name: 'sandbox', label: 'Sandbox', sandbox: true };

async function open(part: Partial<Project> = {}) {
  const server = new MediaServer(sceneWith(), projectWith(part));
  server.data.speechVoices = { ...server.data.speechVoices, provider: SANDBOX };
  const app = renderWorkspace('audio');
  await openAdvanced();
  // This is the last request that the screen sends when it opens.
  await waitFor(() => expect(server.sent('GET', '/api/batches')).toHaveLength(1));
  return { server, ...app };
}
const NARRATED = {
  storyAudioUrl: '/api/media/voice.mp3',
  storyAudioFilename: 'voice.mp3',
  storyAudioStatus: 'complete',
} as const;
function pick(type: string, size = 10): void {
  const file = new File(['x'], 'voice.mp3', { type });
  Object.defineProperty(file, 'size', { value: size });
  fireEvent.change(screen.getByLabelText(/ Audio file$/), { target: { files: [file] } });
}
const click = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('the voice settings', () => {
  it('have a select with a placeholder and a custom voice ID, and a voice ID field [AUDIO-01]', async () => {
    await open();
    expect(shownBy(selectNamed('Voice'))).toBe('Select a voice...');
    expect(offeredBy(selectNamed('Voice'))).toContain('Custom voice ID');
    expect(screen.getByLabelText('Voice ID')).toBeTruthy();
  });

  it.each([
    ['Stability', '0.5'],
    ['Clarity and Similarity', '0.8'],
    ['Style Exaggeration', '0.3'],
  ])('start %s at %s, from 0 to 1 in steps of 0.1 [AUDIO-02]', async (name, start) => {
    const { user } = await open();
    const slider = screen.getByRole('slider', { name });
    const value = () => slider.getAttribute('aria-valuenow');
    expect([value(), slider.getAttribute('aria-valuemin'), slider.getAttribute('aria-valuemax')]).toEqual([
      start,
      '0',
      '1',
    ]);
    slider.focus();
    await user.keyboard('{ArrowRight}');
    expect(Number(value())).toBeCloseTo(Number(start) + 0.1);
  });

  it('make no call when they change, at once or later [AUDIO-03]', async () => {
    jest.useFakeTimers();
    try {
      const server = new MediaServer(sceneWith(), projectWith());
      const { user } = renderWorkspace('audio', { fakeTimers: true });
      await openAdvanced();
      const settings = within(await screen.findByRole('region', { name: 'Voice Settings' }));
      // Waits until the screen has loaded.
      await screen.findByRole('region', { name: /^Scene 1:/ });
      await act(() => jest.advanceTimersByTimeAsync(1_000));
      const before = server.calls.length;
      await user.selectOptions(screen.getByRole('combobox', { name: 'Voice' }), 'Custom voice ID');
      await user.type(screen.getByLabelText('Voice ID'), 'abc');
      for (const slider of settings.getAllByRole('slider')) {
        slider.focus();
        await user.keyboard('{ArrowRight}');
      }
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(screen.getByLabelText<HTMLInputElement>('Voice ID').value).toBe('abc');
      expect(server.calls).toHaveLength(before);
    } finally {
      leaveApp();
      jest.useRealTimers();
    }
  });
});

describe('the story audio', () => {
  it.each<[string, Partial<Project>]>([
    ['No Audio Generated', {}],
    ['Generating...', { storyAudioStatus: 'processing' }],
    ['Audio Complete', NARRATED],
  ])('says %s [AUDIO-04]', async (text, part) => {
    await open(part);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('cannot be generated yet: no call, a neutral toast [AUDIO-05]', async () => {
    const { server, user } = await open();
    const before = server.calls.length;
    await user.click(click('Generate Story Audio'));
    const title = await screen.findByText('Feature Coming Soon');
    expect(screen.getByText('Audio generation will be available in a future update.')).toBeTruthy();
    expect(title.closest('[data-variant="destructive"]')).toBeNull();
    expect(server.calls).toHaveLength(before);
  });

  it('that is complete has a player with Download and Delete [AUDIO-06]', async () => {
    await open(NARRATED);
    expect(screen.getByLabelText('Story audio').getAttribute('src')).toBe('/api/media/voice.mp3');
    expect(click('Download')).toBeTruthy();
    expect(click('Delete')).toBeTruthy();
  });

  it('is cleared by Delete, and comes back by Undo [AUDIO-14]', async () => {
    const { server, user } = await open(NARRATED);
    await user.click(click('Delete'));
    expect(await screen.findByText('Audio Deleted')).toBeTruthy();
    expect(server.project).toMatchObject({
      storyAudioUrl: null,
      storyAudioFilename: null,
      storyAudioStatus: 'pending',
    });
    await user.click(click('Undo'));
    expect(await screen.findByText('Audio restored')).toBeTruthy();
    expect(server.project).toMatchObject(NARRATED);
  });
});

describe('an upload of own audio', () => {
  it('of exactly 50MB is taken, and the project keeps its url and name [AUDIO-08, AUDIO-10, AUDIO-13, UPLOAD-02]', async () => {
    const { server } = await open();
    pick('audio/mpeg', 50 * 1_048_576);
    expect(await screen.findByText('Audio uploaded successfully!')).toBeTruthy();
    expect(server.sent('POST', '/api/upload')).toHaveLength(1);
    expect(server.project).toMatchObject({
      storyAudioUrl: '/api/media/uploaded-1',
      storyAudioFilename: 'voice.mp3',
      storyAudioStatus: 'complete',
    });
    expect(screen.getByText('Audio Complete')).toBeTruthy();
  });

  it.each(['audio/wav', 'audio/ogg', 'audio/x-anything'])('of type %s is taken [AUDIO-09]', async (type) => {
    const { server } = await open();
    pick(type);
    expect(await screen.findByText('Audio uploaded successfully!')).toBeTruthy();
    expect(server.project.storyAudioUrl).toBe('/api/media/uploaded-1');
  });

  it.each(['video/mp4', 'application/audio', ''])('of type "%s" is refused [AUDIO-09]', async (type) => {
    const { server } = await open();
    pick(type);
    expect(await screen.findByText('Invalid File Type')).toBeTruthy();
    expect(screen.getByText('Please upload an audio file.')).toBeTruthy();
    expect(server.sent('POST', '/api/upload')).toHaveLength(0);
  });

  it('of more than 50MB is refused [AUDIO-11]', async () => {
    const { server } = await open();
    pick('audio/mpeg', 50 * 1_048_576 + 1);
    expect(await screen.findByText('File Too Large')).toBeTruthy();
    expect(screen.getByText('Please upload an audio file smaller than 50MB.')).toBeTruthy();
    expect(server.sent('POST', '/api/upload')).toHaveLength(0);
  });

  it('that fails shows its error [AUDIO-12]', async () => {
    const { server } = await open();
    server.fail('POST', '/api/upload', 500);
    pick('audio/mpeg');
    expect(await screen.findByText('Upload Failed')).toBeTruthy();
  });
});
