import { Readable } from 'node:stream';
import { UnusableFile } from '../../infra/media/examine';
import { type MediaStore, TooLarge } from '../../infra/storage';
import type { Prediction } from '../../integrations/ports/generation-provider';
import { OutputGone, OutputTooLarge, ProviderUnavailable } from '../../integrations/http/provider-errors';
import { type GenerationJob, JobKind } from '../../projects/storyboard';
import type { JobOrchestrator, Outcome } from './job-orchestrator';
import { MediaWorker } from './media-worker';
import { GenerationFailed } from './run-generation';

type Media = Pick<MediaStore, 'save'>;
type Saved = Awaited<ReturnType<Media['save']>>;

class RunPoem extends MediaWorker<unknown, Saved, string> {
  readonly queue = 'poems';
  readonly kind = new JobKind<unknown, Saved>('poem');
  protected readonly gaveUp = 'No poem.';

  constructor(media: Media) {
    const clip = () => Promise.reject(new Error('A poem is no clip'));
    // The type stated by the provider is ignored.
    const picture = async (read: () => Promise<Uint8Array>) => {
      if ((await read()).length === 0) throw new UnusableFile('It is empty.');
      return 'text/verse';
    };
    super({} as JobOrchestrator, media, { picture, clip }, {} as RunPoem['provider'], 3);
  }
  request = () => Promise.resolve('a poem');
  async keep(outcome: Outcome<unknown>): Promise<Saved> {
    return this.savePicture(outcome, output, { key: 'key', maxBytes: 9 });
  }
}

const saved: Saved = { key: 'key', url: '/api/media/key', size: 5, contentType: 'text/plain', sha256: 'aa' };
const { signal } = new AbortController();
const output = { ref: 'poem', mimeType: 'text/plain' };

function outcomeOf(fetchOutput: Outcome<unknown>['provider']['fetchOutput']): Outcome<unknown> {
  const prediction: Prediction = { id: 'p', status: 'succeeded', outputs: [output] };
  return {
    job: { jobId: 'job' } as GenerationJob,
    prediction,
    provider: { name: 'replicate', fetchOutput },
    ownerId: 'owner',
    signal,
  };
}
const sends = (words: string) => () => Promise.resolve(Readable.from([words]));
const refuses = (error: Error) => () => Promise.reject(error);
const keeps: Media = { save: () => Promise.resolve(saved) };

describe('a kind of worker', () => {
  it('is named after its kind, and serves users in turn', () => {
    const { worker, maxAttempts, concurrency, fair, template } = new RunPoem(keeps);
    expect({ worker, maxAttempts, concurrency, fair, template }).toEqual({
      worker: 'run-poem-job',
      maxAttempts: 40,
      concurrency: 3,
      fair: true,
      template: 'prompt-rules@1',
    });
  });

  it('copies an output into the private storage of its owner', async () => {
    const fetched: unknown[] = [];
    const fetchOutput: Parameters<typeof outcomeOf>[0] = (...asked) => {
      fetched.push(...asked);
      return sends('Lines')();
    };
    const media: Media = {
      save: async ({ buffer, ...place }) => {
        expect(Buffer.from(buffer ?? []).toString()).toBe('Lines');
        const expected = {
          ownerId: 'owner',
          contentType: 'text/verse',
          visibility: 'private',
          maxBytes: 9,
          key: 'key',
          origin: { byModel: true, from: [] },
        };
        expect(place).toEqual(expected);
        return saved;
      },
    };
    await expect(new RunPoem(media).keep(outcomeOf(fetchOutput))).resolves.toBe(saved);
    expect(fetched).toEqual([output, { signal, maxBytes: 9 }]);
  });

  it.each([
    ['is none', outcomeOf(sends('')), keeps, 'The provider sent no image that can be used. It is empty.'],
    ['is gone', outcomeOf(refuses(new OutputGone('gone'))), keeps, 'The provider no longer has the result.'],
    ['is too large to fetch', outcomeOf(refuses(new OutputTooLarge(9))), keeps, 'The result is too large.'],
    ['is too large to keep', outcomeOf(sends('Lines')), { save: refuses(new TooLarge(9)) }, 'The result is too large.'],
  ])('fails for good when the output %s', async (_, outcome, media, message) => {
    const kept = new RunPoem(media).keep(outcome);
    await expect(kept).rejects.toMatchObject({ message });
    await expect(kept).rejects.toBeInstanceOf(GenerationFailed);
  });

  it('may be tried again after any other error', async () => {
    const away = new ProviderUnavailable('It is away.');
    await expect(new RunPoem(keeps).keep(outcomeOf(refuses(away)))).rejects.toBe(away);
    const full = new Error('The disk is full.');
    await expect(new RunPoem({ save: refuses(full) }).keep(outcomeOf(sends('Lines')))).rejects.toBe(full);
  });
});
