import { isBlank } from '../common/text';
import type { ProjectPosts } from '../publishing/social-post';
import type { Project, ProjectSummary } from './project';
import type { Scene } from './scene';

export type DotColour = 'red' | 'yellow' | 'green';
export const DOT_TITLES: Record<DotColour, string> = { green: 'Complete', yellow: 'In Progress', red: 'Not Started' };

export const WORKSPACE_TABS = ['settings', 'story', 'scenes', 'build', 'board', 'audio', 'create', 'publish'] as const;
export type WorkspaceTab = (typeof WORKSPACE_TABS)[number];
/** Progress dots in a project's row: one for each tab except Settings. */
export const ROW_DOTS = ['story', 'scenes', 'build', 'board', 'audio', 'create', 'publish'] as const;

export type RowDot = (typeof ROW_DOTS)[number];

type Facts = Pick<
  ProjectSummary,
  'hasStory' | 'sceneCounts' | 'storyAudioUrl' | 'storyAudioStatus' | 'completedVideoUrl'
> & {
  /** Absent while the project has no post that is planned or published. */
  posts?: Pick<ProjectPosts, 'isPlanned' | 'isPublished'> | undefined;
};
type TabFacts = Omit<Facts, 'hasStory'> & Pick<Project, 'story' | 'selectedStyle' | 'characters'>;

function mediaDot({ sceneCounts: counts }: Facts): DotColour {
  if (counts.total === 0) return 'red';
  if (counts.withImageAndMainVideo === counts.total) return 'green';
  return counts.withAnyMedia > 0 ? 'yellow' : 'red';
}

/** Rates narration scene by scene, or one recording of the whole story. */
function audioDot({ hasStory, sceneCounts, storyAudioUrl, storyAudioStatus }: Facts): DotColour {
  const { total, narrated } = sceneCounts;
  if (hasStory && storyAudioUrl) return 'green';
  if (total > 0 && narrated === total) return 'green';
  return narrated > 0 || (hasStory && storyAudioStatus === 'processing') ? 'yellow' : 'red';
}

const RULES: Record<RowDot, (facts: Facts) => DotColour> = {
  story: (p) => (!p.hasStory ? 'red' : p.sceneCounts.total === 0 ? 'yellow' : 'green'),
  scenes: ({ sceneCounts: c }) => (c.total === 0 ? 'red' : c.described < c.total ? 'yellow' : 'green'),
  build: mediaDot,
  board: mediaDot,
  audio: audioDot,
  create: (p) => (p.completedVideoUrl ? 'green' : 'red'),
  publish: ({ posts }) => (posts?.isPublished ? 'green' : posts?.isPlanned ? 'yellow' : 'red'),
};

function settingsDot({ selectedStyle, characters }: TabFacts): DotColour {
  const met = Number(selectedStyle !== null) + Number(!isBlank(characters));
  return met === 2 ? 'green' : met === 1 ? 'yellow' : 'red';
}

/** Returns the progress of one part of a project, computed from the fields that lists contain. */
export const dotColour = (part: RowDot, project: Facts): DotColour => RULES[part](project);

/** Returns the progress shown for a tab, computed from the whole project. */
export const tabColour = (tab: WorkspaceTab, project: TabFacts): DotColour =>
  tab === 'settings' ? settingsDot(project) : dotColour(tab, { ...project, hasStory: !isBlank(project.story) });

/** Steps of producing a film, in order. Choosing images and making clips are optional, so they are not steps. */
export const PROJECT_STEPS = ['story', 'scenes', 'descriptions', 'images', 'narration', 'film', 'publish'] as const;
export type ProjectStep = (typeof PROJECT_STEPS)[number];

export const STEP_TABS: Record<ProjectStep, WorkspaceTab> = {
  story: 'story',
  scenes: 'story',
  descriptions: 'scenes',
  images: 'build',
  narration: 'audio',
  film: 'create',
  publish: 'publish',
};

/** Labels of the buttons that start the steps. */
export const STEP_NAMES: Record<ProjectStep, string> = {
  story: 'Write Your Story',
  scenes: 'Create Scenes',
  descriptions: 'Create Descriptions',
  images: 'Generate Images',
  narration: 'Narrate Scenes',
  film: 'Make the Film',
  publish: 'Publish',
};

/**
 * Returns true for a scene whose images can be generated: they need the prompt, which is written together with the
 * description.
 */
export const isPrompted = ({ description, imagePrompt }: Pick<Scene, 'description' | 'imagePrompt'>): boolean =>
  !isBlank(description) && !isBlank(imagePrompt);

/**
 * Returns true for a scene with narration. A scene whose words were removed is meant to be silent, and counts as
 * narrated.
 */
export const isNarrated = ({ speech, narration }: Pick<Scene, 'speech' | 'narration'>): boolean =>
  speech !== null || (narration !== null && isBlank(narration));

export interface StepFacts extends Pick<ProjectSummary, 'hasStory' | 'completedVideoUrl'> {
  sceneCounts: Pick<ProjectSummary['sceneCounts'], 'total' | 'prompted' | 'withImage' | 'narrated'>;
}

/** Returns the next step of a project. An unfinished step comes before all steps that depend on it. */
export function nextStep({ hasStory, completedVideoUrl, sceneCounts }: StepFacts): ProjectStep {
  const { total, prompted, withImage, narrated } = sceneCounts;
  if (completedVideoUrl) return 'publish';
  if (total === 0) return hasStory ? 'scenes' : 'story';
  if (prompted < total) return 'descriptions';
  if (withImage < total) return 'images';
  return narrated < total ? 'narration' : 'film';
}

/** Returns a project's summary for lists. */
export function summaryOf(project: Project): ProjectSummary {
  const {
    story,
    characters: _c,
    environment: _e,
    props: _p,
    midjourneyPrompt: _m,
    voices: _v,
    language: _l,
    cast: _t,
    film: _f,
    filmMusicUrl: _u,
    filmMusicFilename: _n,
    ...shown
  } = project;
  return { ...shown, hasStory: !isBlank(story) };
}
