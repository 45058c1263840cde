import type { ImageSlotStatus } from '@storyreel/contracts';
import { canClearImages, failProcessingSlots, recomputeImageStatus } from './stuck-images';

const STATUS_TABLE: [ImageSlotStatus[], string][] = [
  [[], 'idle'],
  [['pending', 'pending'], 'idle'],
  [['complete', 'complete'], 'complete'],
  [['complete', 'failed'], 'failed'],
  [['failed'], 'failed'],
  [['failed', 'processing', 'complete'], 'processing'],
];

describe('the status of a scene', () => {
  it.each(STATUS_TABLE)('with slots %j is %s [IMGJOB-11, IMGJOB-18]', (statuses, status) => {
    expect(recomputeImageStatus(statuses)).toBe(status);
  });
});

describe('a scene whose job is missing', () => {
  it('gets its processing slots marked failed, its status recomputed and the key cleared [IMGJOB-17, IMGJOB-18]', () => {
    const patch = failProcessingSlots({
      imageStatus: 'processing',
      imageStatuses: ['complete', 'processing', 'processing', 'failed'],
    });
    expect(patch).toEqual({
      imageStatuses: ['complete', 'failed', 'failed', 'failed'],
      imageStatus: 'failed',
      idempotencyKey: null,
    });
  });

  it('needs no change when nothing is processing', () => {
    expect(failProcessingSlots({ imageStatus: 'complete', imageStatuses: ['complete'] })).toBeNull();
  });
});

describe('clearing failed and stuck images', () => {
  it.each<[ImageSlotStatus[], boolean, boolean]>([
    [['complete', 'failed'], false, true],
    [['complete', 'failed', 'processing'], true, true],
    [['processing'], false, true],
    [['processing'], true, false],
    [['complete', 'pending'], false, false],
    [[], false, false],
  ])('with slots %j, busy %s: offered %s [IMGJOB-36]', (statuses, busy, offered) => {
    expect(canClearImages(statuses, busy)).toBe(offered);
  });
});
