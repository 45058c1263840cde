import { isBlank, isNarrated, isPrompted, nextStep, STEP_NAMES } from '@storyreel/contracts';
import type { BatchKind, Project, ProjectStep, Scene } from '@storyreel/contracts';
import { useMemo } from 'react';
import { useBatches } from '../batches/api';
import { isRunning, useFilms } from '../film/api';
import { useScenes } from '../scenes/api';

/** The batch that performs a step. */
const BATCH_OF: Partial<Record<ProjectStep, BatchKind>> = {
  descriptions: 'descriptions',
  images: 'images',
  narration: 'speech',
};

export interface NextStep {
  step: ProjectStep;
  /** True if a batch or film already performs the step, or if a batch was paused during it. */
  isUnderWay: boolean;
  /** True while loading, so that `isUnderWay` is not certain yet. */
  isAsked: boolean;
}

/** A project's next step, with its batches and film in progress considered. */
export function useStepUnderWay(projectId: string, step: ProjectStep | null): NextStep | null {
  const { data: batches = [] } = useBatches();
  // Loads films only when a film is next, so that a project list does not request every project's films.
  const { data: films = [], isPending } = useFilms(step === 'film' ? projectId : null);
  if (step === null) return null;
  const open = batches.filter((batch) => batch.projectId === projectId && !batch.isOver);
  // Making a film from the story includes all of its steps.
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

/** The open project's next step, by its scenes as shown; null until they are loaded. */
export function useNextStep({ id, story, completedVideoUrl }: Project): ProjectStep | null {
  const { data: scenes } = useScenes(id);
  const hasStory = !isBlank(story);
  return useMemo(
    () => (scenes ? nextStep({ hasStory, completedVideoUrl, sceneCounts: countsOf(scenes) }) : null),
    [hasStory, completedVideoUrl, scenes],
  );
}
