import { isBlank, isPrompted, nextStep, type Project, type ProjectStep, type Scene } from '@storyreel/contracts';
import { useMemo } from 'react';
import { useScenes } from '../../domains/scenes/queries';

const countsOf = (scenes: readonly Scene[]) => ({
  total: scenes.length,
  prompted: scenes.filter(isPrompted).length,
  withImage: scenes.filter(({ imageUrl }) => imageUrl !== null).length,
  withMainVideo: scenes.filter(({ mainVideoId }) => mainVideoId !== null).length,
});

/** The next thing to do in the open project, by its scenes as they are on screen; null until they are known. */
export function useNextStep({ id, story, completedVideoUrl }: Project): ProjectStep | null {
  const { data: scenes } = useScenes(id);
  const hasStory = !isBlank(story);
  return useMemo(
    () => (scenes ? nextStep({ hasStory, completedVideoUrl, sceneCounts: countsOf(scenes) }) : null),
    [hasStory, completedVideoUrl, scenes],
  );
}
