import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { derivedId } from '../../lib/ids';
import { NodeDied } from '../../eventsourcing/reactors/job-table';
import type { ImageProvider } from '../../integrations/ports/image-provider';
import type { Prediction } from '../../integrations/ports/generation-provider';
import { CreateOutcomeUnknown, CreateRefused, OutputGone } from '../../integrations/http/provider-errors';
import type { ProjectEvent } from '../../projects/storyboard';
import {
  accepted,
  type Answers,
  type Crash,
  done,
  ENDED,
  GenerationStage,
  images,
  jobOf,
  NO_PICTURE,
  of,
  outputs,
  started,
} from '../../testing/generation-stage';
import { NOW, OWNER } from '../../testing/given-when-then';
import { JobOrchestrator } from './job-orchestrator';

const completed = (usd = 0.1) => ({ type: 'ImageJobCompleted', data: { ...of, images, usd, calls: [ENDED] } });
const failed = (error: string) => ({ type: 'ImageJobFailed', data: { ...of, error, calls: [ENDED] } });
const deleted: ProjectEvent = { type: 'ImageJobFailed', data: { ...of, error: 'The scene was deleted.' } };
const UNKNOWN =
  "We couldn't confirm that the provider accepted the request, so it wasn't sent again. You weren't charged.";
const GONE = 'The provider no longer has the result.';
const NO_USE = 'The provider sent no image that can be used. It is none.';
const RELEASED = 'The zaps for this generation had already been released.';
const working: Prediction = { id: 'p', status: 'processing', outputs: [] };
const CREATE = 'create job: {"prompt":"a lighthouse","model":"v6.1","count":2}';
const sends =
  (...all: string[]) =>
  () =>
    Promise.resolve(Readable.from([all.shift() ?? '']));
const isCreate = (what: string): boolean => what.startsWith('create');

let warned: jest.SpyInstance;
beforeEach(() => (warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue()));
afterEach(() => warned.mockRestore());

describe('a queued job', () => {
  it('is recorded before each step at the provider, and after it', async () => {
    const stage = await GenerationStage.open();
    await expect(stage.run({ looks: [working, done] })).resolves.toEqual([]);
    expect(stage.events).toEqual([started, accepted, completed()]);
    expect(stage.told).toEqual([
      `attempt 1 of job for ${OWNER}`,
      'recorded with prompt-rules@1',
      'ImageJobStarted',
      CREATE,
      'calls until accepted',
      'ImageJobAccepted',
      'get p',
      'get p',
      'fetch {"ref":"one","mimeType":"image/png"}, at most 20971520 bytes',
      'save image/png',
      'fetch {"ref":"two","mimeType":"image/png"}, at most 20971520 bytes',
      'save image/png',
      'calls until ended',
      'ImageJobCompleted',
    ]);
    // A reactor settles the hold after the job has ended.
    expect(stage.wallet).toEqual(['ZapsGranted', 'ZapsReserved']);
  });

  it('names its worker and its cause in every event', async () => {
    const stage = await GenerationStage.open();
    await stage.run();
    const actor = { kind: 'system', name: 'run-image-job' };
    const cause = {
      correlationId: 'correlation',
      causationId: 'cause',
      actor,
      ownerId: OWNER,
      schemaVersion: 1,
      at: NOW,
    };
    expect(stage.added.map(({ metadata }) => metadata)).toEqual(
      ['start', 'accept', 'complete'].map((step) => ({ ...cause, commandId: derivedId('job', step) })),
    );
  });

  it.each([
    [0.07, 0.07],
    [0, 0],
    [undefined, 0.1],
  ])('that the provider charged at %p dollars has the cost %p', async (usd, cost) => {
    const stage = await GenerationStage.open();
    await stage.run({ looks: [{ ...done, usd }] });
    expect(stage.events.at(-1)).toEqual(completed(cost));
  });

  it('waits 2, 4, 8 and 16 seconds for a provider that throttles it, and fails at the fifth refusal', async () => {
    const stage = await GenerationStage.open();
    const pauses: number[] = [];
    const busy = new CreateRefused('Slow down', { reason: 'throttled' });
    const create = () => {
      pauses.push(0);
      return pauses.length < 9 ? Promise.reject(busy) : Promise.resolve({ predictionId: 'p' });
    };
    class CountingManager extends JobOrchestrator {
      protected override async pause(ms: number): Promise<void> {
        pauses.push((pauses.pop() ?? 0) + ms);
      }
    }
    const worker = stage.worker({ create }, CountingManager);
    await worker.run(jobOf(1), new AbortController().signal);
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 0]);
    expect(stage.told.filter(isCreate)).toHaveLength(5);
    expect(stage.events).toEqual([started, failed('Slow down')]);
  });

  it('that is refused shows advice, and the log has the provider’s message', async () => {
    const stage = await GenerationStage.open();
    const refused = new CreateRefused('No model flux-9', { reason: 'not-found', status: 404 });
    await stage.run({ create: () => Promise.reject(refused) });
    const { data } = stage.events.at(-1) ?? {};
    expect(data).toMatchObject({
      error: expect.stringMatching(/isn't set up correctly.*Please tell the operator/) as string,
    });
    expect(warned.mock.calls).toEqual([[refused, 'The job job has failed']]);
  });

  it.each([
    [
      'is refused',
      { create: () => Promise.reject(new CreateRefused('Too rude', { reason: 'invalid-input' })) },
      'Too rude',
    ],
    ['has an unknown outcome', { create: () => Promise.reject(new CreateOutcomeUnknown('cut off')) }, UNKNOWN],
  ])('that %s fails, and is not requested again', async (_, answers, error) => {
    const stage = await GenerationStage.open();
    await expect(stage.run(answers)).resolves.toEqual([]);
    expect(stage.events).toEqual([started, failed(error)]);
    expect(stage.told.filter(isCreate)).toEqual([CREATE]);
    const { actor, commandId } = stage.added.at(-1)?.metadata ?? {};
    expect([actor, commandId]).toEqual([{ kind: 'system', name: 'run-image-job' }, derivedId('job', 'fail')]);
  });

  it.each([
    ['fails', { looks: [{ ...working, status: 'failed' as const, error: 'Too dark' }] }, 'Too dark'],
    ['has lost its output', { fetchOutput: () => Promise.reject(new OutputGone('gone')) }, GONE],
    ['has no outputs', { looks: [{ ...done, outputs: [] }] }, 'The provider sent no images.'],
    ['has unusable outputs', { fetchOutput: sends(NO_PICTURE, NO_PICTURE) }, NO_USE],
  ])('whose prediction %s ends with the reason', async (_, answers, error) => {
    const stage = await GenerationStage.open();
    await expect(stage.run(answers)).resolves.toEqual([]);
    expect(stage.events).toEqual([started, accepted, failed(error)]);
    expect(stage.told).not.toContain('interrupted');
  });
});

describe('a prediction with partly usable results', () => {
  const [, second] = images;
  it.each<[string, Answers]>([
    ['is a page instead of a picture', { fetchOutput: sends(NO_PICTURE, 'a picture') }],
    [
      'is gone',
      { fetchOutput: (output) => (output === outputs[0] ? Promise.reject(new OutputGone('gone')) : sends('2')()) },
    ],
  ])('keeps the rest and charges for it alone, when one %s', async (_, answers) => {
    const stage = await GenerationStage.open();
    await stage.run(answers);
    const { data } = stage.events.at(-1) ?? {};
    expect(data).toMatchObject({ images: [second], units: 20_000 });
    expect(await stage.imageStatuses()).toEqual(['failed', 'complete']);
  });
});

describe('zaps that are no longer held', () => {
  it.each([
    ['released', true],
    ['never reserved', false],
  ])('since they were %s keep the provider from being called', async (_, isHeld) => {
    const stage = await GenerationStage.open({ isHeld });
    if (isHeld) await stage.paidWork.release({ userId: OWNER, holdId: 'hold', reason: 'too late' });
    await expect(stage.run()).resolves.toEqual([]);
    expect(stage.events).toEqual([failed(RELEASED)]);
    expect(stage.told.filter(isCreate)).toEqual([]);
  });
});

describe('a job that has ended elsewhere', () => {
  it('is not processed further', async () => {
    const stage = await GenerationStage.open();
    await stage.append(deleted);
    await expect(stage.run()).resolves.toEqual([]);
    expect(stage.events).toEqual([deleted]);
    expect(stage.told).toEqual([`attempt 1 of job for ${OWNER}`]);
  });

  it.each([
    ['is under way', working, ['get p', 'cancel p']],
    ['has just succeeded', done, ['get p']],
  ])('while its prediction %s keeps no results', async (_, look, calls) => {
    const stage = await GenerationStage.open();
    const get = async () => {
      await stage.append(deleted);
      return look;
    };
    await expect(stage.run({ get })).resolves.toEqual([]);
    expect(stage.events).toEqual([started, accepted, deleted]);
    expect(stage.told.slice(stage.told.indexOf('ImageJobAccepted') + 1)).toEqual(calls);
    expect(stage.wallet).toEqual(['ZapsGranted', 'ZapsReserved']);
  });

  it('while its results are being stored is not completed', async () => {
    const stage = await GenerationStage.open();
    let saved = 0;
    const save = async () => (saved++ === 0 ? stage.append(deleted) : undefined);
    await expect(stage.run({ save })).resolves.toEqual([]);
    expect(stage.events).toEqual([started, accepted, deleted]);
  });
});

describe('a server that is killed', () => {
  const restarted = async (stage: GenerationStage, answers: Answers, crash: Crash) => {
    await expect(stage.run({ ...answers, crash })).rejects.toThrow('The server was killed.');
    expect(stage.told.at(-1)).toBe('interrupted');
    await expect(stage.run(answers, 2)).resolves.toEqual([]);
    expect(stage.told).toContain(`attempt 2 of job for ${OWNER}`);
    return stage.told.filter(isCreate).length;
  };
  const happened = [started, accepted, completed()];
  const lost = [started, failed(UNKNOWN)];

  it.each([
    ['ImageJobStarted', false, { once: [1, happened], again: [1, happened] }],
    ['ImageJobStarted', true, { once: [0, lost], again: [1, happened] }],
    ['ImageJobAccepted', false, { once: [1, lost], again: [2, happened] }],
    ['ImageJobAccepted', true, { once: [1, happened], again: [1, happened] }],
    ['ImageJobCompleted', false, { once: [1, happened], again: [1, happened] }],
    ['ImageJobCompleted', true, { once: [1, happened], again: [1, happened] }],
  ])('at %s (stored: %p) repeats no step', async (type, isStored, expected) => {
    for (const createIsIdempotent of [false, true]) {
      const stage = await GenerationStage.open();
      const times = await restarted(stage, { createIsIdempotent }, { type, isStored });
      expect([times, stage.events]).toEqual(createIsIdempotent ? expected.again : expected.once);
      expect(stage.wallet).toEqual(['ZapsGranted', 'ZapsReserved']);
    }
  });

  it('continues with the prediction that the provider still has for the intent', async () => {
    const stage = await GenerationStage.open();
    const recall = async (key: string) => (key === 'job' ? { predictionId: 'p' } : null);
    expect(await restarted(stage, { recall }, { type: 'ImageJobAccepted', isStored: false })).toBe(1);
    expect(stage.events).toEqual(happened);
  });
});

describe('a node that stops', () => {
  it('hands a job back in the middle of a pause', async () => {
    const stage = await GenerationStage.open();
    const stopping = new AbortController();
    const signals: unknown[] = [];
    const get: ImageProvider['get'] = async (_, options) => {
      setImmediate(() => stopping.abort());
      return signals.push(options?.signal) === 1 ? working : done;
    };
    const worker = stage.worker({ get }, JobOrchestrator);
    await expect(worker.run(jobOf(1), stopping.signal)).rejects.toThrow('The operation was aborted');
    expect(signals.map((signal) => signal === stopping.signal)).toEqual([true]);
    expect(stage.events).toEqual([started, accepted]);
    expect(stage.told.at(-1)).toBe('get p');
  });
});

describe('a job whose attempts are used up', () => {
  it.each([
    ['with its kind’s message', new Error('no luck'), "Couldn't generate the images. Please try again."],
    [
      'with advice to the creator when its nodes have died',
      new NodeDied(3),
      'The server broke down 3 times while it worked on this. Please try again later, and tell the operator of this ' +
        'server if it happens again.',
    ],
  ])('fails %s', async (_how, error, reason) => {
    const stage = await GenerationStage.open();
    await stage.worker().exhausted(jobOf(40), error);
    expect(stage.events).toEqual([failed(reason)]);
  });
});
