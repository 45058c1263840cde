import type { Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { tellError, toast } from '../../ui';
import { changeScene, sceneChanges, setSceneInCache } from '../scenes/scene-cache';
import { setMainImage, setMainVideo } from './media-calls';
import { imageAssets, videoAssets } from './scene-assets';
import { isUsable, type MediaAsset } from './slots';

export const isStoredMain = (scene: Scene, asset: MediaAsset): boolean =>
  asset.type === 'image' ? scene.imageUrl === asset.url : scene.mainVideoId === asset.id;

const withMain = (scene: Scene, asset: MediaAsset): Scene =>
  asset.type === 'image' ? { ...scene, imageUrl: asset.url } : { ...scene, mainVideoId: asset.id, videoUrl: asset.url };

const save = (sceneId: string, asset: MediaAsset): Promise<Scene> =>
  asset.type === 'image' ? setMainImage(sceneId, asset.url) : setMainVideo(sceneId, asset.id);

/** Makes an asset the scene's main one: at once on screen, and back if the server refuses. */
export async function chooseMain(queryClient: QueryClient, scene: Scene, asset: MediaAsset): Promise<void> {
  const others = asset.type === 'image' ? imageAssets(scene) : videoAssets(scene);
  const before = others.find((other) => isUsable(other) && isStoredMain(scene, other));
  const place = `main/${scene.id}/${asset.type}`;
  try {
    await sceneChanges.make(queryClient, {
      apply: changeScene(scene.id, (held) => withMain(held, asset)),
      save: () => save(scene.id, asset),
      settle: (saved) => setSceneInCache(queryClient, saved),
      inTurn: place,
    });
    const undo = before && (() => chooseMain(queryClient, withMain(scene, asset), before));
    toast({ title: `Main ${asset.type} updated`, undo, undoOf: place });
  } catch (error) {
    tellError('Update failed', error, `Failed to set main ${asset.type}. Please try again.`);
  }
}
