import {
  generateSpeechRequestSchema,
  isBlank,
  lengthOf,
  narrationOf,
  NEW_SPEAKER_VOICE,
  speechPrice,
  toZaps,
  voiceOf,
} from '@storyreel/contracts';
import type { AccountData, KeptJob, KeptScene } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { hold } from './money';
import { Refused } from './refused';

const bare = { body: nothing, query: nothing };

const isUnderWay = ({ kind, status }: KeptJob): boolean =>
  kind === 'speech' && (status === 'queued' || status === 'processing');

/** Returns the price of a scene's narration. @throws Refused bad_request, already_in_progress */
export function priceOfSpeech(data: AccountData, { row }: KeptScene): number {
  const words = narrationOf(row);
  if (isBlank(words)) throw new Refused('bad_request', 'This scene has no words to speak.');
  if (data.jobs.some((job) => isUnderWay(job) && job.sceneId === row.id)) throw new Refused('already_in_progress');
  return toZaps(speechPrice(lengthOf(words)).units);
}

/** @throws Refused as priceOfSpeech does, and insufficient_zaps, budget_reached */
export function queueSpeech(data: AccountData, kept: KeptScene): KeptJob {
  const { id: sceneId, projectId } = kept.row;
  const held = priceOfSpeech(data, kept);
  const words = narrationOf(kept.row);
  hold(data, held, projectId);
  const work = { model: 'speech', operation: 'generate_speech', description: 'The narration of a scene' };
  const asked = { sceneId, projectId, wanted: words, prompt: words, seconds: 0, held, work };
  const job: KeptJob = { kind: 'speech', id: data.nextId(), ...asked, status: 'queued', error: null, imageUrls: [] };
  data.jobs.push(job);
  data.setScene(kept, { ...kept.row, speechStatus: 'processing', speechError: null });
  return job;
}

/** Acts as the workers: ends a narration. */
export function endSpeech(data: AccountData, kept: KeptScene, { id, status, error, prompt }: KeptJob): void {
  if (status === 'failed') {
    data.setScene(kept, { ...kept.row, speechStatus: 'failed', speechError: error });
    return;
  }
  const { voices } = data.keptProject(kept.row.projectId).row;
  const set = voiceOf(voices, kept.row.speaker) ?? { ...NEW_SPEAKER_VOICE, voice: 'alloy' };
  const { voice, speed, stability, clarity, style } = set;
  const sound = { speed, stability, clarity, style };
  const speech = { url: `/api/media/${id}.mp3`, seconds: lengthOf(prompt) / 15, text: prompt, voice, sound };
  data.setScene(kept, { ...kept.row, speech, speechStatus: 'complete' });
}

export function serveSpeech(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('GET /api/speech/voices', bare, () => ({ json: data.speechVoices }));
  const options = { body: generateSpeechRequestSchema, query: nothing };
  server.serve('POST /api/generate-speech', options, ({ body }) => {
    const job = queueSpeech(data, data.keptScene(body.sceneId));
    return { json: { jobId: job.id, costInfo: { creditsUsed: job.held } } };
  });
}
