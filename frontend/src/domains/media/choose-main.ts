import type { Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../ui';
import { setSceneInCache } from '../scenes/queries';
import { cachedScenes } from '../scenes/scene-cache';
import { setMainImage, setMainVideo } from './media-calls';
import type { AssetType, MediaAsset } from './slots';

/** The newest choice by scene and type: the answer to an older one must not bring it back. */
const newestChoice = new Map<string, string>();

const withMain = (scene: Scene, asset: MediaAsset): Scene =>
  asset.type === 'image' ? { ...scene, imageUrl: asset.url } : { ...scene, mainVideoId: asset.id, videoUrl: asset.url };

const save = (sceneId: string, asset: MediaAsset): Promise<Scene> =>
  asset.type === 'image' ? setMainImage(sceneId, asset.url) : setMainVideo(sceneId, asset.id);

const latest = (queryClient: QueryClient, scene: Scene): Scene =>
  cachedScenes(queryClient, scene.projectId).find(({ id }) => id === scene.id) ?? scene;

const previousMain = (scene: Scene, type: AssetType): Partial<Scene> =>
  type === 'image' ? { imageUrl: scene.imageUrl } : { mainVideoId: scene.mainVideoId, videoUrl: scene.videoUrl };

/** Makes an asset the scene's main one: at once on screen, and back if the server refuses. */
export async function chooseMain(queryClient: QueryClient, scene: Scene, asset: MediaAsset): Promise<void> {
  const subject = `${scene.id}/${asset.type}`;
  const before = previousMain(latest(queryClient, scene), asset.type);
  newestChoice.set(subject, asset.id);
  setSceneInCache(queryClient, withMain(latest(queryClient, scene), asset));
  try {
    const saved = await save(scene.id, asset);
    if (newestChoice.get(subject) !== asset.id) return;
    setSceneInCache(queryClient, saved);
    toast({ title: `Main ${asset.type} updated` });
  } catch {
    if (newestChoice.get(subject) !== asset.id) return;
    setSceneInCache(queryClient, { ...latest(queryClient, scene), ...before });
    toast({
      title: 'Update failed',
      description: `Failed to set main ${asset.type}. Please try again.`,
      variant: 'destructive',
    });
  }
}
