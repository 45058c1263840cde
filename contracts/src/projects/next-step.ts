import { isBlank } from '../common/text';
import type { WorkspaceTab } from './progression';
import type { Scene } from '../scenes/scene';
import type { ProjectSummary } from './project-summary';

/** The way of a project, in its order. */
export const PROJECT_STEPS = [
  'story',
  'scenes',
  'descriptions',
  'images',
  'choose',
  'clips',
  'film',
  'publish',
] as const;
export type ProjectStep = (typeof PROJECT_STEPS)[number];

export const STEP_TABS: Record<ProjectStep, WorkspaceTab> = {
  story: 'story',
  scenes: 'story',
  descriptions: 'scenes',
  images: 'build',
  choose: 'build',
  clips: 'build',
  film: 'create',
  publish: 'publish',
};

/** As the buttons say it that take the step. */
export const STEP_NAMES: Record<ProjectStep, string> = {
  story: 'Write Your Story',
  scenes: 'Create Scenes',
  descriptions: 'Create Descriptions',
  images: 'Generate Images',
  choose: 'Choose Images',
  clips: 'Generate Videos',
  film: 'Make the Film',
  publish: 'Publish',
};

/** Images are made of the prompt, which comes with the description. */
export const isPrompted = ({ description, imagePrompt }: Pick<Scene, 'description' | 'imagePrompt'>): boolean =>
  !isBlank(description) && !isBlank(imagePrompt);

export interface StepFacts extends Pick<ProjectSummary, 'hasStory' | 'completedVideoUrl'> {
  sceneCounts: Pick<ProjectSummary['sceneCounts'], 'total' | 'prompted' | 'withImage' | 'withMainVideo'>;
}

/**
 * The next thing to do in a project. A part that is not finished comes before everything that builds on it. The first
 * image of a scene becomes its main one by itself, so choosing counts as next until the first clip is made of a choice.
 */
export function nextStep({ hasStory, completedVideoUrl, sceneCounts }: StepFacts): ProjectStep {
  const { total, prompted, withImage, withMainVideo } = sceneCounts;
  if (completedVideoUrl) return 'publish';
  if (total === 0) return hasStory ? 'scenes' : 'story';
  if (prompted < total) return 'descriptions';
  if (withImage < total) return 'images';
  if (withMainVideo === 0) return 'choose';
  return withMainVideo < total ? 'clips' : 'film';
}
