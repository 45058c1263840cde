import type { Charge } from '@storyreel/contracts';
import { OpenedAssets } from './charges';
import type { MediaStore } from '../../infra/storage';

const KEY = 'a'.repeat(32);
const NOW = new Date('2026-11-20T12:00:00Z');

describe('a charge that finance reads', () => {
  const media: Pick<MediaStore, 'shareUrlOf'> = {
    shareUrlOf: (key, until) => `/api/media/${key}?shared=${until.toISOString()}`,
  };
  const opened = new OpenedAssets(media as MediaStore, { now: () => NOW });
  const urlsOf = (...urls: string[]): string[] => {
    const assets = urls.map((url) => ({ id: url, kind: 'image', url, place: 'main' }));
    return opened.of({ assets } as unknown as Charge).assets.map(({ url }) => url);
  };

  it('has addresses that open its images for a quarter of an hour', () => {
    expect(urlsOf(`/api/media/${KEY}`)).toEqual([`/api/media/${KEY}?shared=2026-11-20T12:15:00.000Z`]);
  });

  it('leaves addresses outside our storage alone', () => {
    expect(urlsOf('https://example.com/a.png', '')).toEqual(['https://example.com/a.png', '']);
  });
});
