import { LIMITS } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import type { PendingUpload } from '../uploads/upload-store';

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
