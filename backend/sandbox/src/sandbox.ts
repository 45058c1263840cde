import { findFfmpeg } from '@storyreel/ffmpeg';
import { type ImageOrder, ImagePredictions } from './predictions/image-predictions';
import { DEFAULT_DELAY_MS } from './predictions/predictions';
import type { Predictions, SandboxOptions } from './predictions/predictions';
import { type RetouchOrder, RetouchPredictions } from './predictions/retouch-predictions';
import { findEspeak, sandboxSpeech, SpeechPredictions } from './speech/sandbox-speech';
import type { SandboxSpeech } from './speech/sandbox-speech';
import { type VideoOrder, VideoPredictions } from './predictions/video-predictions';
import type { Sentence } from './language/sentences';
import { SandboxTexts } from './text/sandbox-texts';
import { runTask, WorkerPool } from './worker/worker-pool';

export interface Sandbox {
  texts: SandboxTexts;
  images: Predictions<ImageOrder>;
  retouches: Predictions<RetouchOrder>;
  videos: Predictions<VideoOrder>;
  speech: SandboxSpeech;
  /** Splits a story into sentences in order; long stories in a worker thread. */
  sentences: (story: string, signal?: AbortSignal) => Promise<Sentence[]>;
  /** Ends threads and child processes; after the next start, `get` resumes unfinished predictions. */
  close: () => Promise<void>;
}

/** @param home data directory; predictions are kept in its 'sandbox' folder */
export function createSandbox(
  home: string,
  options: SandboxOptions & { ffmpegPath?: string; espeakPath?: string } = {},
): Sandbox {
  const pool = new WorkerPool();
  const images = new ImagePredictions(home, pool, options);
  const retouches = new RetouchPredictions(home, pool, options);
  // ffmpeg is searched for on the first clip only: a machine without it can still do everything else.
  const videos = new VideoPredictions(home, pool, () => findFfmpeg(options.ffmpegPath), options);
  const espeak = () => findEspeak(options.espeakPath);
  const speeches = new SpeechPredictions(home, espeak, options);
  return {
    texts: new SandboxTexts(pool, options.delayMs ?? DEFAULT_DELAY_MS),
    images,
    retouches,
    videos,
    speech: sandboxSpeech(speeches, espeak),
    sentences: (story, signal) => runTask(pool, 'sentences', story, { text: story, signal }),
    async close() {
      await Promise.all([images.close(), retouches.close(), videos.close(), speeches.close()]);
      await pool.close();
    },
  };
}
