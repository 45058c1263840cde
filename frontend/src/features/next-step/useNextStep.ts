import { isBlank, isPrompted, nextStep, STEP_NAMES } from '@storyreel/contracts';
import type { BatchKind, Project, ProjectStep, Scene } from '@storyreel/contracts';
import { useMemo } from 'react';
import { useBatches } from '../batches/api';
import { isRunning, useFilms } from '../film/api';
import { useScenes } from '../scenes/api';

/** The batch that takes a step. Clips are made of images as they are, so a batch of them has passed choosing. */
const BATCH_OF: Partial<Record<ProjectStep, { kind: BatchKind; step: ProjectStep }>> = {
  descriptions: { kind: 'descriptions', step: 'descriptions' },
  images: { kind: 'images', step: 'images' },
  choose: { kind: 'clips', step: 'clips' },
  clips: { kind: 'clips', step: 'clips' },
};

export interface NextStep {
  step: ProjectStep;
  /** A batch or a film takes the step already, or a batch has paused at it. */
  isUnderWay: boolean;
  /** Nobody knows yet whether it is. */
  isAsked: boolean;
}

/** The next step of a project, as its batches and its film leave it. */
export function useStepUnderWay(projectId: string, step: ProjectStep | null): NextStep | null {
  const { data: batches = [] } = useBatches();
  // Only where a film is next: a list of projects must not ask for the films of each of them.
  const { data: films = [], isPending } = useFilms(step === 'film' ? projectId : null);
  if (step === null) return null;
  if (step === 'film') return { step, isUnderWay: films.some(isRunning), isAsked: isPending };
  const taken = BATCH_OF[step];
  const isUnderWay = batches.some(
    (batch) => batch.projectId === projectId && batch.kind === taken?.kind && !batch.isOver,
  );
  return { step: isUnderWay && taken ? taken.step : step, isUnderWay, isAsked: false };
}

export const nextStepWords = ({ step, isUnderWay }: NextStep): string =>
  `${isUnderWay ? 'In progress' : 'Next'}: ${STEP_NAMES[step]}`;

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
