import { RUN_KINDS } from '@storyreel/contracts';
import { generationKinds } from '../../generation';
import { foldTwice, recorded } from '../../testing/view-spec';
import { CHAT_CATEGORY } from '../../writing/chat';
import { runView } from './run.view';

const JOB = '11111111-1111-4111-8111-111111111111';
const WALLET = { streamId: 'wallet-u' };
const purpose = {
  provider: 'sandbox',
  model: 'v6.1',
  operation: 'generate_image',
  category: 'image',
  description: 'Images',
  projectId: '22222222-2222-4222-8222-222222222222',
  sceneId: 's',
  workId: JOB,
  requestHash: 'h',
};
const money = (type: string, more: object = {}) => ({
  type,
  data: { holdId: 'hold', purpose, units: 40_000, ...more },
});
const step = (name: string, more: object = {}) => ({
  type: `ImageJob${name}`,
  data: { jobId: JOB, sceneId: 's', ...more },
});
const queued = step('Queued', { holdId: 'hold', units: 40_000 });
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

const fold = (...given: [object, object?][]) =>
  foldTwice(
    runView as never,
    given.map(([event, overrides], index) => recorded(event as never, index + 1, { at: at(index), ...overrides })),
  ).get(JOB) as Record<string, unknown> | undefined;

describe('the run of a generation', () => {
  const begun: [object, object?][] = [
    [money('ZapsReserved'), WALLET],
    [queued],
    [step('Started', { provider: 'sandbox' })],
  ];

  it('waits from its reservation on, and runs once a worker has it', () => {
    expect(fold(...begun.slice(0, 2))).toMatchObject({
      state: 'queued',
      holdId: 'hold',
      queuedAt: at(1),
      model: 'v6.1',
    });
    expect(fold(...begun)).toMatchObject({ state: 'running', startedAt: at(2), provider: 'sandbox' });
  });

  it('is complete with its final cost', () => {
    const row = fold(
      ...begun,
      [step('Accepted', { predictionId: 'p' })],
      [step('Completed', { usd: 0 })],
      [money('ZapsSettled'), WALLET],
    );
    expect(row).toMatchObject({
      state: 'complete',
      acceptedAt: at(3),
      endedAt: at(4),
      spentUnits: 40_000,
      error: null,
    });
  });

  it('has failed with the error of the job, at no cost', () => {
    const released = money('ZapsReleased', { reason: 'given back' });
    const row = fold(...begun, [step('Failed', { error: 'too dark' })], [released, WALLET]);
    expect(row).toMatchObject({ state: 'failed', error: 'too dark', spentUnits: 0, endedAt: at(3) });
  });

  it('has failed when its reservation is released before it was queued, and waits again when it is retried', () => {
    const refused = money('ZapsReleased', { reason: 'refused' });
    expect(fold([money('ZapsReserved'), WALLET], [refused, WALLET])).toMatchObject({
      state: 'failed',
      error: 'refused',
    });
    const again = money('ZapsReserved', { holdId: 'hold-2' });
    const row = fold([money('ZapsReserved'), WALLET], [refused, WALLET], [again, WALLET]);
    expect(row).toMatchObject({ state: 'queued', error: null, holdId: 'hold-2', endedAt: null });
  });

  it('names each of its events once, in their order', () => {
    const { events } = fold(...begun) as { events: { stream: string; revision: string }[] };
    expect(events.map(({ stream, revision }) => [stream.split('-')[0], revision])).toEqual([
      ['wallet', '1'],
      ['project', '2'],
      ['project', '3'],
    ]);
  });
});

describe('the run of a text', () => {
  const ofText = { ...purpose, category: 'text', workId: 'text', operation: 'enhance_prompt' };
  const asked = (attempt: number, holdId: string) => ({ type: 'TextAsked', data: { requestId: JOB, attempt, holdId } });
  const reserved = (holdId: string) => money('ZapsReserved', { holdId, purpose: { ...ofText, runId: JOB } });
  const failed = { type: 'TextFailed', data: { requestId: JOB, holdId: 'hold', error: 'away' } };

  it('is the request, not the piece of text that several requests share', () => {
    const row = fold([asked(1, 'hold'), { streamId: 'textwork-t' }], [reserved('hold'), WALLET]);
    expect(row).toMatchObject({ kind: 'text', state: 'running', operation: 'enhance_prompt', streamId: 'textwork-t' });
    expect(fold([money('ZapsReserved', { purpose: ofText }), WALLET])).toBeUndefined();
  });

  it('continues after a failure with the next attempt, and takes the outcome of that one alone', () => {
    const row = fold([asked(1, 'hold')], [failed], [asked(2, 'hold-2')], [reserved('hold-2'), WALLET], [failed]);
    expect(row).toMatchObject({ state: 'running', attempts: 2, error: null });
  });
});

describe('a run of any other paid work', () => {
  it('has the id of its reservation', () => {
    const reply = { ...purpose, category: 'chat', operation: 'chat_completion' };
    const reserved = money('ZapsReserved', { purpose: reply });
    expect(fold([reserved, WALLET])).toMatchObject({ kind: 'chat', state: 'running' });
    const settled = money('ZapsSettled', { purpose: reply, units: 30 });
    expect(fold([reserved, WALLET], [settled, WALLET])).toMatchObject({ state: 'complete', spentUnits: 30 });
  });
});

it('has a name in the contracts for every kind, with the screens’ words and filters', () => {
  // A rerun has the kind of the original run.
  const made = generationKinds.map(({ name }) => name.replace(/Trial$/, ''));
  expect(new Set(RUN_KINDS)).toEqual(new Set([...made, 'text', CHAT_CATEGORY]));
});
