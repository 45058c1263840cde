import { LIMITS } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useExternalStore } from '../../../platform/store';
import { toast } from '../../../ui';
import { uploadStore } from '../../uploads/upload';
import type { PendingUpload } from '../../uploads/upload';
import { ASSET_WORD, imageAssets, isUsable, mainImageId, mainVideoId, videoAssets } from './assets';
import type { AssetType, MediaAsset } from './assets';
import { addFile, chooseMain, deleteMedia, isStoredMain, uploadPlace } from './commands';

/**
 * State of the selection in the grid. It follows the stored main asset. Deselecting an asset only hides it on this
 * screen, until it is selected again or another asset becomes the main one.
 */
function useSlotSelection(mainId: string | null): {
  selectedId: string | null;
  deselect(): void;
  reselect(): void;
} {
  const [hidden, setHidden] = useState<string | null>(null);
  return {
    selectedId: mainId !== null && mainId === hidden ? null : mainId,
    deselect: () => setHidden(mainId),
    reselect: () => setHidden(null),
  };
}

export interface SceneMedia {
  assets: MediaAsset[];
  uploads: readonly PendingUpload[];
  selected: MediaAsset | null;
  /** True if no slot is free; uploads in progress take slots too. */
  full: boolean;
  /** Handles a click on a filled slot: selects it, or deselects it on screen if it was selected. */
  toggle(assetId: string): void;
  /** Makes an asset the main one, whichever is selected. */
  choose(assetId: string): void;
  add(file: File): void;
  cancelUpload(uploadId: string): void;
  remove(asset: MediaAsset): Promise<boolean>;
}

/** Returns a scene's images or videos, and the operations on them. */
export function useSceneMedia(scene: Scene, type: AssetType): SceneMedia {
  const queryClient = useQueryClient();
  const store = uploadStore(queryClient);
  const place = uploadPlace(scene.id, type);
  const uploads = useExternalStore(store.subscribe, () => store.list(place));
  const assets = type === 'image' ? imageAssets(scene) : videoAssets(scene);
  const mainId = type === 'image' ? mainImageId(scene) : mainVideoId(scene);
  const { selectedId, deselect, reselect } = useSlotSelection(mainId);

  const full = assets.length + uploads.length >= LIMITS.assetsPerScene;
  const choose = (assetId: string) => {
    const asset = assets.find(({ id }) => id === assetId);
    if (!asset || !isUsable(asset)) return;
    reselect();
    if (assetId !== mainId || !isStoredMain(scene, asset)) void chooseMain(queryClient, scene, asset);
  };
  return {
    assets,
    uploads,
    selected: assets.find(({ id }) => id === selectedId) ?? null,
    full,
    choose,
    toggle: (assetId) => (assetId === selectedId ? deselect() : choose(assetId)),
    add(file) {
      if (!full) void addFile(queryClient, scene, file, type);
      else
        toast({
          title: 'Full',
          description: `A scene can have at most ${LIMITS.assetsPerScene} ${ASSET_WORD[type]}s.`,
        });
    },
    cancelUpload: (uploadId) => store.cancel(place, uploadId),
    remove: (asset) => deleteMedia(queryClient, scene, asset),
  };
}
