import type { Project, Scene, SpeakerVoice } from '@storyreel/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { speechPlayer } from '../features/narration/speech-player';
import { projectWith } from './media-fixtures';
import { leaveApp } from './render-app';
import { renderWorkspace } from './render-workspace';
import { scenesNumbered, WorkspaceServer } from './workspace-server';

/** Replaces the browser's player, which jsdom lacks. */
export const play = jest.fn(() => Promise.resolve());

/** Resets the player before each test and stops it afterwards. */
export function playSilently(): void {
  beforeEach(() => {
    play.mockClear();
    HTMLMediaElement.prototype.play = play;
    HTMLMediaElement.prototype.pause = () => {};
  });
  afterEach(() => {
    speechPlayer.stop();
    leaveApp();
  });
}

export const voiceWith = (speaker: string, part: Partial<SpeakerVoice> = {}): SpeakerVoice => ({
  speaker,
  voice: 'nova',
  speed: 1,
  stability: 0.5,
  clarity: 0.8,
  style: 0.3,
  ...part,
});

/** Opens the Audio tab and waits for the voices. */
export async function openAudio(scenes: Scene[] = scenesNumbered(2), part: Partial<Project> = {}) {
  const server = new WorkspaceServer(scenes, projectWith(part));
  const app = renderWorkspace('audio');
  await screen.findByRole('heading', { name: 'Narration' });
  if (scenes.length > 0) await screen.findByRole('heading', { name: 'Voices' });
  return { ...app, server };
}

/** Opens the section for one recording of the whole story, unless it is open already. */
export async function openAdvanced(): Promise<void> {
  const fold = await screen.findByRole('button', { name: /^Advanced/ });
  if (fold.getAttribute('aria-expanded') === 'false') fireEvent.click(fold);
  await screen.findByRole('heading', { name: 'Voice Settings' });
}

export const row = (n: number) => within(screen.getByRole('region', { name: new RegExp(`^Scene ${n}:`) }));
export const words = (n: number): HTMLTextAreaElement => row(n).getByRole('textbox', { name: `Words of scene ${n}` });
/** The narration of the numbered scene 1. */
export const WORDS = 'What happens in beat 1.';
/** Time allowed for a save on a busy machine. */
export const SAVED = { timeout: 5_000 };
