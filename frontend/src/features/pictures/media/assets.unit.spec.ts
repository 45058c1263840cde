import { images, sceneWith, videoItem } from '../../../testing/media-fixtures';
import {
  buildSlots,
  imageAssets,
  isBroken,
  isSelectable,
  mainImageId,
  mainVideoId,
  slotDot,
  videoAssets,
} from './assets';
import type { MediaAsset } from './assets';

const asset = (id: number, part: Partial<MediaAsset> = {}): MediaAsset => ({
  id: `a${id}`,
  type: 'image',
  url: `/api/media/${id}.png`,
  status: 'complete',
  ...part,
});
const assets = (count: number) => Array.from({ length: count }, (_, index) => asset(index));
const kinds = (count: number, uploads = 0, capacity = {}) => {
  const pending = Array.from({ length: uploads }, (_, index) => ({ id: `u${index}`, filename: 'x.png', fraction: 0 }));
  const { slots, full } = buildSlots(assets(count), pending, capacity);
  return {
    assets: slots.filter((s) => s.kind === 'asset').length,
    empty: slots.filter((s) => s.kind === 'empty').length,
    total: slots.length,
    full,
  };
};

describe('a grid below its base', () => {
  it.each([0, 1, 3])('is filled up to 4 slots with %i assets [SLOT-01]', (count) => {
    expect(kinds(count)).toEqual({ assets: count, empty: 4 - count, total: 4, full: false });
  });

  it('takes another base as an option [SLOT-01]', () => {
    expect(kinds(1, 0, { baseSlots: 6 }).total).toBe(6);
  });
});

describe('a grid at its base or above', () => {
  it.each([4, 5, 8, 11])('has exactly one empty slot after %i assets [SLOT-18]', (count) => {
    expect(kinds(count)).toEqual({ assets: count, empty: 1, total: count + 1, full: false });
  });

  it('is full at 12 and has no empty slot [SLOT-18, SLOT-19]', () => {
    expect(kinds(12)).toEqual({ assets: 12, empty: 0, total: 12, full: true });
  });

  it('takes another maximum as an option [SLOT-19]', () => {
    expect(kinds(6, 0, { maxAssets: 6 })).toMatchObject({ empty: 0, full: true });
  });

  it('still shows every asset when it holds more than the maximum', () => {
    expect(kinds(13)).toMatchObject({ assets: 13, empty: 0, full: true });
  });

  it('counts running uploads as used slots', () => {
    expect(kinds(11, 1)).toMatchObject({ total: 12, full: true });
  });
});

describe('an asset', () => {
  it.each([
    ['complete', 'green'],
    ['processing', 'yellow'],
    ['failed', 'red'],
    ['pending', 'grey'],
  ] as const)('that is %s has a %s dot [SLOT-12]', (status, colour) => expect(slotDot(status)).toBe(colour));

  it('that failed, or is complete without an address, is broken [SLOT-11]', () => {
    expect(isBroken(asset(1, { status: 'failed', url: '' }))).toBe(true);
    expect(isBroken(asset(1, { url: '' }))).toBe(true);
    expect(isBroken(asset(1, { status: 'processing', url: '' }))).toBe(false);
    expect(isBroken(asset(1))).toBe(false);
  });

  it('that is processing cannot be chosen [SLOT-09]', () => {
    expect(isSelectable(asset(1, { status: 'processing' }))).toBe(false);
    expect(isSelectable(asset(1))).toBe(true);
  });
});

describe('the assets of a scene', () => {
  it('have id, type, url and status [SLOT-08]', () => {
    const scene = sceneWith([{ status: 'processing' }, { status: 'failed' }, {}], {
      videos: [videoItem('v0'), videoItem('v1', { status: 'processing', url: '' })],
    });
    expect(imageAssets(scene)).toEqual([
      { id: 'slot-0', type: 'image', url: '', status: 'processing' },
      { id: 'slot-1', type: 'image', url: '', status: 'failed' },
      { id: 'slot-2', type: 'image', url: '/api/media/2.png', status: 'complete' },
    ]);
    expect(videoAssets(scene)).toMatchObject([
      { id: 'v0', type: 'video', url: '/api/media/v0.mp4', status: 'complete' },
      { id: 'v1', type: 'video', url: '', status: 'processing' },
    ]);
  });
});

describe('the main asset', () => {
  it('is the stored one, else the first that can be shown [SLOT-23]', () => {
    expect(mainImageId(sceneWith(images(3), { imageUrl: '/api/media/1.png' }))).toBe('slot-1');
    expect(mainImageId(sceneWith([{ status: 'failed' }, {}], { imageUrl: null }))).toBe('slot-1');
    expect(mainImageId(sceneWith([{ status: 'processing' }]))).toBeNull();
    const videos = [videoItem('v0', { status: 'processing', url: '' }), videoItem('v1')];
    expect(mainVideoId(sceneWith([], { videos }))).toBe('v1');
  });
});
