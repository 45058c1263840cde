import { isBlank } from '../common/text';
import type { Project } from './project';
import type { ProjectSummary } from './project-summary';

export type DotColour = 'red' | 'yellow' | 'green';
export const DOT_TITLES: Record<DotColour, string> = { green: 'Complete', yellow: 'In Progress', red: 'Not Started' };

export const WORKSPACE_TABS = ['settings', 'story', 'scenes', 'build', 'board', 'audio', 'create', 'publish'] as const;
export type WorkspaceTab = (typeof WORKSPACE_TABS)[number];
/** The dots of a project's row: all but Settings. */
export const ROW_DOTS = ['story', 'scenes', 'build', 'board', 'audio', 'create', 'publish'] as const;

export type RowDot = (typeof ROW_DOTS)[number];

type Facts = Pick<
  ProjectSummary,
  'hasStory' | 'sceneCounts' | 'storyAudioUrl' | 'storyAudioStatus' | 'completedVideoUrl'
>;
type TabFacts = Omit<Facts, 'hasStory'> & Pick<Project, 'story' | 'selectedStyle' | 'characters'>;

function mediaDot({ sceneCounts: counts }: Facts): DotColour {
  if (counts.total === 0) return 'red';
  if (counts.withImageAndMainVideo === counts.total) return 'green';
  return counts.withAnyMedia > 0 ? 'yellow' : 'red';
}

const RULES: Record<RowDot, (facts: Facts) => DotColour> = {
  story: (p) => (!p.hasStory ? 'red' : p.sceneCounts.total === 0 ? 'yellow' : 'green'),
  scenes: ({ sceneCounts: c }) => (c.total === 0 ? 'red' : c.described < c.total ? 'yellow' : 'green'),
  build: mediaDot,
  board: mediaDot,
  audio: (p) =>
    !p.hasStory ? 'red' : p.storyAudioUrl ? 'green' : p.storyAudioStatus === 'processing' ? 'yellow' : 'red',
  create: (p) => (p.completedVideoUrl ? 'green' : 'red'),
  publish: () => 'red',
};

function settingsDot({ selectedStyle, characters }: TabFacts): DotColour {
  const met = Number(selectedStyle !== null) + Number(!isBlank(characters));
  return met === 2 ? 'green' : met === 1 ? 'yellow' : 'red';
}

/** How far a part of a project's production is, by what a list shows of it. */
export const dotColour = (part: RowDot, project: Facts): DotColour => RULES[part](project);

/** The same by the whole project, which its tabs show. */
export const tabColour = (tab: WorkspaceTab, project: TabFacts): DotColour =>
  tab === 'settings' ? settingsDot(project) : dotColour(tab, { ...project, hasStory: !isBlank(project.story) });
