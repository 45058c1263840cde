import { LIMITS } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import type { PendingUpload } from '../../uploads/upload';

export type AssetType = 'image' | 'video';
/** Status of a slot. 'pending': reserved, but never started. */
export type AssetStatus = 'processing' | 'complete' | 'failed' | 'pending';

/** A filled slot of a media grid. `url` is '' while there is nothing to show. */
export interface MediaAsset {
  id: string;
  type: AssetType;
  url: string;
  status: AssetStatus;
  /** Still image that is shown until the video plays. */
  posterUrl?: string | null;
  /** Progress shown in a processing slot, such as the elapsed time or the position in the queue. */
  progress?: ReactNode;
  /** Further actions on a complete asset, such as a menu. */
  work?: (place: { name: string; tabIndex: number }) => ReactNode;
}

/** Returns a function that shows how an asset was made; null when that is unknown, as for an upload. */
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
 * Returns the slots of the grid in order: assets, uploads, empty slots. There are at least `baseSlots`; beyond these,
 * one empty slot follows until `maxAssets` are filled.
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

/** Returns true when an asset cannot be shown, because it failed or is complete without an address. */
export const isBroken = (asset: MediaAsset): boolean =>
  asset.status === 'failed' || (asset.status === 'complete' && asset.url === '');

/** Returns true when an asset can become the main one, be downloaded, and be restored after a deletion. */
export const isUsable = (asset: MediaAsset): boolean => asset.status === 'complete' && asset.url !== '';

export const isSelectable = (asset: MediaAsset): boolean => asset.status !== 'processing' && asset.url !== '';

/** Nouns for users: a scene's video is called a clip, except where the specification gives an exact text. */
export const ASSET_WORD: Record<AssetType, string> = { image: 'image', video: 'clip' };

/**
 * Returns the scene's image slots. A slot keeps its id when its placeholder becomes an image, so that the grid does not
 * jump.
 */
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

/** Returns the slot id of the stored main image, or else of the first usable one; null if there is none. */
export function mainImageId(scene: Scene): string | null {
  const usable = imageAssets(scene).filter(isUsable);
  return (usable.find((asset) => asset.url === scene.imageUrl) ?? usable[0])?.id ?? null;
}

/** Returns the id of the main video, or else of the first usable one; null if there is none. */
export function mainVideoId(scene: Scene): string | null {
  const usable = videoAssets(scene).filter(isUsable);
  return (usable.find((asset) => asset.id === scene.mainVideoId) ?? usable[0])?.id ?? null;
}

/** Returns the address of the main image, or else of the first usable one; null if there is none. */
export function mainImageUrl(scene: Scene): string | null {
  const id = mainImageId(scene);
  return imageAssets(scene).find((asset) => asset.id === id)?.url ?? null;
}
