import {
  generateStoryAudioRequestSchema,
  lengthOf,
  NARRATOR,
  speechPrice,
  toZaps,
  voiceOf,
} from '@storyreel/contracts';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { giveBack, hold, settle } from './money';
import { Refused } from './refused';

interface Reading {
  id: string;
  held: number;
  voice: string;
}
/** Narrations of whole stories in progress, by project id. */
const readings = new WeakMap<AccountData, Map<string, Reading>>();

function readingsOf(data: AccountData): Map<string, Reading> {
  const known = readings.get(data) ?? new Map<string, Reading>();
  readings.set(data, known);
  return known;
}

function end(data: AccountData, projectId: string, error: string): void {
  const reading = readingsOf(data).get(projectId);
  if (!reading) return;
  readingsOf(data).delete(projectId);
  giveBack(data, reading.held, projectId);
  const kept = data.keptProject(projectId);
  const storyAudioStatus = kept.row.storyAudioUrl === null ? 'pending' : 'complete';
  data.setProject(kept, { ...kept.row, storyAudioStatus, storyAudioError: error });
}

/** Acts as the workers: finishes every narration of a whole story. */
export function readStories(data: AccountData): void {
  for (const [projectId, { id, held, voice: model }] of readingsOf(data)) {
    const kept = data.keptProject(projectId);
    const work = { provider: 'openai', model, operation: 'generate_speech', category: 'speech' };
    settle(data, held, 0, { ...work, description: 'Story audio', projectId });
    const file = {
      storyAudioUrl: `/api/media/${id}.mp3`,
      storyAudioFilename: `${kept.row.title.trim() || 'Story'}.mp3`,
    };
    const film = { ...kept.row.film, music: false };
    data.setProject(kept, { ...kept.row, ...file, film, storyAudioStatus: 'complete', storyAudioError: null });
  }
  readingsOf(data).clear();
}

export function serveStoryAudio(server: FakeStoryreel): void {
  const { data } = server;
  const options = { body: generateStoryAudioRequestSchema, query: nothing };
  server.serve('POST /api/projects/:projectId/story-audio', options, ({ params: [projectId], body }) => {
    const kept = data.keptProject(projectId);
    const text = kept.row.story.trim();
    if (readingsOf(data).has(kept.row.id)) throw new Refused('already_in_progress');
    if (text === '') throw new Refused('bad_request', 'There is no story yet. Please write it first.');
    const held = toZaps(speechPrice(lengthOf(text)).units);
    hold(data, held, kept.row.id);
    const voice = body.voice ?? voiceOf(kept.row.voices, NARRATOR)?.voice ?? 'alloy';
    const reading = { id: data.nextId(), held, voice };
    readingsOf(data).set(kept.row.id, reading);
    data.setProject(kept, { ...kept.row, storyAudioStatus: 'processing', storyAudioError: null });
    return { json: { jobId: reading.id, costInfo: { creditsUsed: held } } };
  });
  const bare = { body: nothing, query: nothing };
  server.serve('POST /api/projects/:projectId/story-audio/cancel', bare, ({ params: [projectId] }) => {
    const kept = data.keptProject(projectId);
    end(data, kept.row.id, 'You cancelled it.');
    return { json: data.present(data.keptProject(kept.row.id)) };
  });
}
