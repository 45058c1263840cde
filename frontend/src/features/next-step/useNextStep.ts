import { isBlank, isNarrated, isPrompted, nextStep, STEP_NAMES } from '@storyreel/contracts';
import type { BatchKind, Project, ProjectStep, Scene } from '@storyreel/contracts';
import { useMemo } from 'react';
import { useBatches } from '../batches/api';
import { isRunning, useFilms } from '../film/api';
import { useScenes } from '../scenes/api';

/** Kind of batch that performs each step. */
const BATCH_OF: Partial<Record<ProjectStep, BatchKind>> = {
  descriptions: 'descriptions',
  images: 'images',
  narration: 'speech',
};

export interface NextStep {
  step: ProjectStep;
  /** True if a batch or a film is already performing the step, or if a batch was paused during the step. */
  isUnderWay: boolean;
  /** True while loading, when `isUnderWay` is not yet certain. */
  isAsked: boolean;
}

/** Returns a project's next step, taking into account its batches and its film in progress. */
export function useStepUnderWay(projectId: string, step: ProjectStep | null): NextStep | null {
  const { data: batches = [] } = useBatches();
  // Films are loaded only when a film is the next step, so that a list of projects does not request every project's
  // films.
  const { data: films = [], isPending } = useFilms(step === 'film' ? projectId : null);
  if (step === null) return null;
  const open = batches.filter((batch) => batch.projectId === projectId && !batch.isOver);
  // A batch that makes a film from the story performs all steps.
  const isBatched = open.some(({ kind }) => kind === 'film' || kind === BATCH_OF[step]);
  if (step !== 'film' || isBatched) return { step, isUnderWay: isBatched, isAsked: false };
  return { step, isUnderWay: films.some(isRunning), isAsked: isPending };
}

export const nextStepWords = ({ step, isUnderWay }: NextStep): string =>
  `${isUnderWay ? 'In progress' : 'Next'}: ${STEP_NAMES[step]}`;

const countsOf = (scenes: readonly Scene[]) => ({
  total: scenes.length,
  prompted: scenes.filter(isPrompted).length,
  withImage: scenes.filter(({ imageUrl }) => imageUrl !== null).length,
  narrated: scenes.filter(isNarrated).length,
});

/** Returns the open project's next step, derived from its scenes on screen; null until they are loaded. */
export function useNextStep({ id, story, completedVideoUrl }: Project): ProjectStep | null {
  const { data: scenes } = useScenes(id);
  const hasStory = !isBlank(story);
  return useMemo(
    () => (scenes ? nextStep({ hasStory, completedVideoUrl, sceneCounts: countsOf(scenes) }) : null),
    [hasStory, completedVideoUrl, scenes],
  );
}
