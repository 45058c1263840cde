import { type BatchKind, type ProjectStep, STEP_NAMES } from '@storyreel/contracts';
import { isRunning, useFilms } from '../films/queries';
import { useBatches } from './queries';

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
