import { requireAsOrdered } from '../../../infra/media/examine/examiner';
import { projectAggregate } from '../../../projects/storyboard';
import type { ProjectEvent } from '../../../projects/storyboard';
import { given, testEnvironment } from '../../../testing/given-when-then';
import { created, image, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import { priced } from '../upscale/upscale-requests';
import { decideQueueImageEdit, QueueImageEdit } from './image-edit-job';

const id = sceneId(1);
const price = { holdId: 'hold', units: 40_000, usd: 0.1, priceVersion: 'v' };
const from = { slotId: 'a', url: '/api/media/a', hash: 'h', width: 768, height: 1365, runId: 'made-a' };
const data = {
  ...{ ...price, sceneId: id, jobId: 'job', requestHash: 'hash', instruction: 'make it night', model: 'v6.1' },
  ...{ slotIds: ['new'], from },
};
const edit = (changes: Partial<typeof data> = {}) =>
  new QueueImageEdit(PROJECT, { ...data, ...changes }, undefined as never);
const holding = (...images: ReturnType<typeof image>[]) => [created([scene(1, { images, mainImageId: 'a' })])];
const ask = (past: ProjectEvent[], changes?: Partial<typeof data>) =>
  given(projectAggregate, past).when(
    (state, env) => decideQueueImageEdit(edit(changes), state, env),
    testEnvironment(),
  );
const ended = (type: string, more: object): ProjectEvent =>
  ({ type, data: { jobId: 'job', sceneId: id, ...more } }) as ProjectEvent;

describe('another version of an image', () => {
  it('is placed right after the image, which stays unchanged and the main one', () => {
    const queued = { type: 'ImageEditJobQueued', data } as ProjectEvent;
    const made = ended('ImageEditJobCompleted', { images: [{ slotId: 'new', url: '/api/media/new' }], usd: 0 });
    const { state } = given(projectAggregate, [...holding(image('a'), image('b')), queued, made]);
    expect(state.scenes[id]?.images.map(({ id: slot, url }) => [slot, url])).toEqual([
      ['a', '/api/media/a'],
      ['new', '/api/media/new'],
      ['b', '/api/media/b'],
    ]);
    expect(state.scenes[id]?.mainImageId).toBe('a');
  });

  it('is accepted as the twelfth image of its scene, and refused as the thirteenth', () => {
    const images = (n: number) => [image('a'), ...Array.from({ length: n - 1 }, (_, i) => image(`i${i}`))];
    ask(holding(...images(11))).thenState((state) => expect(state.scenes[id]?.images).toHaveLength(12));
    ask(holding(...images(12))).refused('limit_reached');
  });

  it.each([
    ['is gone', [image('b')]],
    ['is still being made', [image('a', { status: 'processing', url: '' })]],
  ])('is refused for an image that %s', (_, images) => {
    ask(holding(...images)).refused('bad_request');
  });

  it.each([
    ['as ordered', { width: 1536, height: 2730 }, 'sides', null],
    ['a pixel off, as providers round', { width: 1536, height: 2729 }, 'sides', null],
    ['as small as before', { width: 768, height: 1365 }, 'sides', /768 × 1365 pixels, and not 1536 × 2730/],
    ['of its shape in another size', { width: 864, height: 1536 }, 'shape', null],
    ['square', { width: 1024, height: 1024 }, 'shape', /not the shape of the image/],
  ] as const)('is validated: %s', (_, found, by, problem) => {
    const ordered = { width: 1536, height: 2730, by, madeOf: 'another hash' };
    const examine = () => requireAsOrdered(found, Buffer.from('new'), ordered);
    if (problem === null) expect(examine).not.toThrow();
    else expect(examine).toThrow(problem);
  });

  it('is refused when it is the same file again', () => {
    const madeOf = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const ordered = { width: 9, height: 9, by: 'sides' as const, madeOf };
    expect(() => requireAsOrdered({ width: 9, height: 9 }, Buffer.alloc(0), ordered)).toThrow('the same image');
  });
});

describe('a larger image', () => {
  it('is priced by its own size', () => {
    expect(priced('topaz-image-upscale', from, 4)).toMatchObject({ pixels: 16_773_120, price: { units: 30_000 } });
  });

  it.each([
    ['kling-v2.1', from, 2, 'does not enlarge images'],
    ['topaz-image-upscale', { width: 6_000, height: 6_000 }, 2, 'larger than 50 million pixels'],
  ])('is refused above %s of %o', (model, source, factor, words) => {
    expect(() => priced(model, source, factor)).toThrow(words);
  });
});
