import { LIMITS } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import type { PendingUpload } from '../../uploads/upload';

export type AssetType = 'image' | 'video';
/** 'pending' is a slot that was reserved and never started. */
export type AssetStatus = 'processing' | 'complete' | 'failed' | 'pending';

/** One filled place of a media grid. `url` is '' while there is nothing to show. */
export interface MediaAsset {
  id: string;
  type: AssetType;
  url: string;
  status: AssetStatus;
  /** A still that stands for a video until it plays. */
  posterUrl?: string | null;
  /** What a processing slot tells while one waits: elapsed time, place in the queue. */
  progress?: ReactNode;
}

/** What shows how something was made; null where that is not known, as of an upload. */
export type HowMade = (asset: MediaAsset) => (() => void) | null;

type Slot =
  | { kind: 'asset'; key: string; asset: MediaAsset }
  | { kind: 'upload'; key: string; upload: PendingUpload }
  | { kind: 'empty'; key: string };

export interface SlotCapacity {
  baseSlots?: number;
  maxAssets?: number;
}

/**
 * The grid's places in order: assets, uploads, empty ones. There are at least `baseSlots`; once that many are taken
 * one empty place follows until `maxAssets` are.
 */
export function buildSlots(
  assets: readonly MediaAsset[],
  uploads: readonly PendingUpload[] = [],
  { baseSlots = LIMITS.baseSlots, maxAssets = LIMITS.assetsPerScene }: SlotCapacity = {},
): { slots: Slot[]; full: boolean } {
  const taken = assets.length + uploads.length;
  const full = taken >= maxAssets;
  const wanted = Math.min(taken < baseSlots ? baseSlots : taken + 1, Math.max(maxAssets, taken));
  const slots: Slot[] = [
    ...assets.map((asset): Slot => ({ kind: 'asset', key: asset.id, asset })),
    ...uploads.map((upload): Slot => ({ kind: 'upload', key: upload.id, upload })),
  ];
  for (let place = taken; place < wanted; place++) slots.push({ kind: 'empty', key: `empty-${place}` });
  return { slots, full };
}

type DotColour = 'green' | 'yellow' | 'red' | 'grey';
const DOTS: Record<AssetStatus, DotColour> = {
  complete: 'green',
  processing: 'yellow',
  failed: 'red',
  pending: 'grey',
};
export const slotDot = (status: AssetStatus): DotColour => DOTS[status];

/** A failed asset, and a complete one that has no address, can't be shown. */
export const isBroken = (asset: MediaAsset): boolean =>
  asset.status === 'failed' || (asset.status === 'complete' && asset.url === '');

/** What may be chosen as main, downloaded and restored after a deletion. */
export const isUsable = (asset: MediaAsset): boolean => asset.status === 'complete' && asset.url !== '';

export const isSelectable = (asset: MediaAsset): boolean => asset.status !== 'processing' && asset.url !== '';

/** What people call it: a scene's video is a clip, wherever the specification does not give the exact text. */
export const ASSET_WORD: Record<AssetType, string> = { image: 'image', video: 'clip' };

/** The scene's image slots. A slot keeps its id from placeholder to picture, so that nothing jumps in the grid. */
export function imageAssets(scene: Scene): MediaAsset[] {
  return scene.imageUrls.map((url, index) => ({
    id: scene.imageIds[index] ?? `${scene.id}-${index}`,
    type: 'image',
    url,
    status: scene.imageStatuses[index] ?? 'pending',
  }));
}

export function videoAssets(scene: Scene): MediaAsset[] {
  return scene.videos.map((video) => ({
    id: video.id,
    type: 'video',
    url: video.url,
    status: video.status,
    posterUrl: video.thumbnail,
  }));
}

/** The stored main image's slot; while none is stored, the first usable one. Null when there is none. */
export function mainImageId(scene: Scene): string | null {
  const usable = imageAssets(scene).filter(isUsable);
  return (usable.find((asset) => asset.url === scene.imageUrl) ?? usable[0])?.id ?? null;
}

/** As for images, by id. */
export function mainVideoId(scene: Scene): string | null {
  const usable = videoAssets(scene).filter(isUsable);
  return (usable.find((asset) => asset.id === scene.mainVideoId) ?? usable[0])?.id ?? null;
}

/** The main image's address, stored or by default; null without a usable image. */
export function mainImageUrl(scene: Scene): string | null {
  const id = mainImageId(scene);
  return imageAssets(scene).find((asset) => asset.id === id)?.url ?? null;
}
