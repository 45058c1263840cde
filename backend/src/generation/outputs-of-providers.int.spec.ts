import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Examiner } from '../infra/media/examine';
import type { MediaStore } from '../infra/storage';
import { ElevenLabsSpeechProvider } from '../integrations/elevenlabs/elevenlabs-speech-provider';
import type { GenerationProvider, Prediction } from '../integrations/ports/generation-provider';
import type { ImageProvider } from '../integrations/ports/image-provider';
import { OpenAiImageProvider } from '../integrations/openai/openai-image-provider';
import { OpenAiSpeechProvider } from '../integrations/openai/openai-speech-provider';
import { ProviderAnswerInvalid } from '../integrations/http/provider-errors';
import { ReplicateImageProvider, ReplicateVideoProvider } from '../integrations/replicate/replicate-providers';
import { ReplicateTransport } from '../integrations/replicate/replicate-transport';
import type { SpeechProvider } from '../integrations/ports/speech-provider';
import { outlinePictures } from '../testing/outline-pictures';
import { OUTPUTS } from '../testing/outputs';
import { OpenAiStub } from '../testing/provider-stubs/openai-stub';
import { ReplicateStub } from '../testing/provider-stubs/replicate-stub';
import { SpeechStub } from '../testing/provider-stubs/speech-stub';
import { ResultsInMemory } from '../testing/results-in-memory';
import { onlyImages, RunImageJob } from './kinds/image/run-image-job';
import { hearing, RunSpeechJob } from './kinds/speech/run-speech-job';
import { onlyVideos, RunVideoJob } from './kinds/video/run-video-job';
import type { JobOrchestrator } from './workers/job-orchestrator';
import { recordedReferences } from './cast-references';
import { GenerationFailed } from './workers/run-generation';

const NONE = null;
const signal = new AbortController().signal;
const manager = {} as JobOrchestrator;
const line = { text: 'The lamp turns.', voice: 'alto', speed: 1, stability: 0.5, clarity: 0.5, style: 0 };
const job = {
  jobId: 'job',
  sceneId: 'scene',
  units: 1_000,
  queued: { slotIds: ['slot'], seconds: 5, ...line },
};

/** Tests every kind of output of every provider, for each kind of work: the stored type is detected from the bytes. */
describe('the result of an output', () => {
  const home = mkdtempSync(join(tmpdir(), 'storyreel-outputs-'));
  const [replicate, openai, speech] = [new ReplicateStub(), new OpenAiStub(), new SpeechStub()];
  let replicateUrl: string;
  let openaiUrl: string;
  let speechUrl: string;
  beforeAll(async () => {
    [replicateUrl, openaiUrl, speechUrl] = await Promise.all([replicate.start(), openai.start(), speech.start()]);
  });
  afterAll(async () => {
    await Promise.all([replicate.stop(), openai.stop(), speech.stop()]);
    rmSync(home, { recursive: true });
  });

  const examiner = new Examiner(outlinePictures(), { home });
  let saved: string[];
  beforeEach(() => (saved = []));
  const media: Pick<MediaStore, 'save'> = {
    save: async ({ key = '', contentType, buffer: whole, stream }) => {
      const size = (whole ?? (stream ? await buffer(stream) : Buffer.alloc(0))).length;
      saved.push(contentType);
      return { key, url: `/api/media/${key}`, size, contentType, sha256: 'aa' };
    },
  };

  interface Keeps {
    keep(outcome: never): Promise<unknown>;
  }
  /** Returns the stored type; null when the work fails permanently, which releases its zaps. */
  async function kept(worker: Keeps, provider: GenerationProvider<never>, prediction: () => Promise<Prediction>) {
    try {
      const outcome = { job, provider, ownerId: 'ada', signal, prediction: await prediction() };
      await worker.keep(outcome as never);
      return saved[0];
    } catch (error) {
      if (!(error instanceof GenerationFailed || error instanceof ProviderAnswerInvalid)) throw error;
      expect(saved).toEqual([]);
      return NONE;
    }
  }
  const transport = () => new ReplicateTransport({ apiToken: ReplicateStub.token, baseUrl: replicateUrl });
  const imagesBy = (provider: ImageProvider) =>
    new RunImageJob(manager, media, examiner, onlyImages(provider), { imageConcurrency: 1 }, recordedReferences);
  const speechBy = (provider: SpeechProvider, bytes: Buffer) => {
    speech.sound = bytes;
    const worker = new RunSpeechJob(manager, media, { speech: provider }, hearing);
    return kept(worker, provider, async () =>
      provider.get((await provider.create(line, { idempotencyKey: 'key' })).predictionId),
    );
  };

  const WORK = {
    'images by Replicate': (bytes: Buffer) => {
      const provider = new ReplicateImageProvider(transport());
      return kept(imagesBy(provider), provider, async () => {
        const order = { prompt: 'a lighthouse', count: 1, model: 'v6.1' };
        const { predictionId } = await provider.create(order, { idempotencyKey: 'key' });
        replicate.succeed(predictionId, [{ name: '0.jpg', bytes }]);
        return provider.get(predictionId);
      });
    },
    'a clip by Replicate': (bytes: Buffer) => {
      const provider = new ReplicateVideoProvider(transport());
      const [pictures, none] = [{} as never, { addressOf: () => Promise.resolve(null) }];
      const worker = new RunVideoJob(
        pictures,
        none,
        manager,
        media,
        examiner,
        onlyVideos(provider),
        { videoConcurrency: 1 },
        recordedReferences,
      );
      return kept(worker, provider, async () => {
        const image = { mimeType: 'image/png', read: () => Promise.resolve(Buffer.from('a picture')) };
        const order = { modelId: 'kling-v2.1', prompt: 'waves', image, durationSeconds: 5, settings: {} };
        const { predictionId } = await provider.create(order, { idempotencyKey: 'key' });
        replicate.succeed(predictionId, [{ name: '0.mp4', bytes }]);
        return provider.get(predictionId);
      });
    },
    'images by OpenAI': (bytes: Buffer) => {
      const provider = new OpenAiImageProvider(
        { apiKey: OpenAiStub.apiKey, baseUrl: openaiUrl },
        new ResultsInMemory(),
      );
      openai.paint = () => ({ data: [{ b64_json: bytes.toString('base64') }] });
      return kept(imagesBy(provider), provider, async () => {
        const order = { prompt: 'a lighthouse', count: 1, model: 'v6.1' };
        return provider.get((await provider.create(order, { idempotencyKey: 'key' })).predictionId);
      });
    },
    'speech by OpenAI': (bytes: Buffer) =>
      speechBy(
        new OpenAiSpeechProvider({ apiKey: 'sk-key', baseUrl: `${speechUrl}/v1` }, new ResultsInMemory()),
        bytes,
      ),
    'speech by ElevenLabs': (bytes: Buffer) =>
      speechBy(new ElevenLabsSpeechProvider({ apiKey: 'xi-key', baseUrl: speechUrl }, new ResultsInMemory()), bytes),
  };

  it.each(OUTPUTS)('$name', async ({ bytes, picture, clip, speech: sound }) => {
    const came: Record<string, unknown> = {};
    for (const [work, ask] of Object.entries(WORK)) {
      saved = [];
      came[work] = await ask(bytes);
    }
    expect(came).toEqual({
      'images by Replicate': picture,
      'a clip by Replicate': clip,
      'images by OpenAI': picture,
      'speech by OpenAI': sound,
      'speech by ElevenLabs': sound,
    });
  });
});
