import { isBlank } from '../common/text';
import type { Project } from './project';

export type DotColour = 'red' | 'yellow' | 'green';
export const DOT_TITLES: Record<DotColour, string> = { green: 'Complete', yellow: 'In Progress', red: 'Not Started' };

export const WORKSPACE_TABS = ['settings', 'story', 'scenes', 'build', 'board', 'audio', 'create', 'publish'] as const;
export type WorkspaceTab = (typeof WORKSPACE_TABS)[number];
/** The dots of a project's row: all but Settings. */
export const ROW_DOTS = ['story', 'scenes', 'build', 'board', 'audio', 'create', 'publish'] as const;

type Facts = Pick<
  Project,
  'story' | 'sceneCounts' | 'selectedStyle' | 'characters' | 'storyAudioUrl' | 'storyAudioStatus' | 'completedVideoUrl'
>;

function mediaDot({ sceneCounts: counts }: Facts): DotColour {
  if (counts.total === 0) return 'red';
  if (counts.withImageAndMainVideo === counts.total) return 'green';
  return counts.withAnyMedia > 0 ? 'yellow' : 'red';
}

const RULES: Record<WorkspaceTab, (facts: Facts) => DotColour> = {
  settings: (p) => {
    const met = Number(p.selectedStyle !== null) + Number(!isBlank(p.characters));
    return met === 2 ? 'green' : met === 1 ? 'yellow' : 'red';
  },
  story: (p) => (isBlank(p.story) ? 'red' : p.sceneCounts.total === 0 ? 'yellow' : 'green'),
  scenes: ({ sceneCounts: c }) => (c.total === 0 ? 'red' : c.described < c.total ? 'yellow' : 'green'),
  build: mediaDot,
  board: mediaDot,
  audio: (p) =>
    isBlank(p.story) ? 'red' : p.storyAudioUrl ? 'green' : p.storyAudioStatus === 'processing' ? 'yellow' : 'red',
  create: (p) => (p.completedVideoUrl ? 'green' : 'red'),
  publish: () => 'red',
};

/** How far a part of a project's production is. */
export const dotColour = (tab: WorkspaceTab, project: Facts): DotColour => RULES[tab](project);
