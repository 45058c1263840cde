import { SOCIAL_PLATFORMS, type SocialPlatform, WORKSPACE_TABS, type WorkspaceTab } from '@storyreel/contracts';

/** What an address may carry: the open project and the tab it shows. */
export interface AppSearch {
  project?: string;
  tab?: WorkspaceTab;
  /** Another look at what the tab shows: the light table of Build. */
  choose?: 'images';
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined;

/** What a new post begins with: a project, one of its scenes, and the project's film as its video. */
export interface PostSearch {
  projectId?: string;
  sceneId?: string;
  video?: 'final';
  /** Another film of the project, by its id. */
  film?: string;
  /** The platform that it is for. */
  platform?: SocialPlatform;
  /** To be published on a day that is still to come. */
  when?: 'later';
}

/** How it went at a platform that the browser has just come back from. */
export interface SocialSearch {
  consent?: 'connected' | 'failed';
}

/** The tabs of the Zaps screen beside its first. */
export const ZAPS_VIEWS = ['projects', 'usage', 'transactions'] as const;

/** The purchase that the browser has just come back from, whether it was paid or left, and the tab that is shown. */
export interface ZapsSearch {
  checkout?: string;
  paid?: 'yes' | 'no';
  view?: (typeof ZAPS_VIEWS)[number];
}

/** Nonsense in an address is dropped, not an error: an explicit undefined takes the place of what the router read. */
export function readSearch(search: Record<string, unknown>): AppSearch {
  const { project, tab, choose } = search;
  return {
    project: idIn(project),
    tab: WORKSPACE_TABS.find((known) => known === tab),
    choose: tab === 'build' && choose === 'images' ? choose : undefined,
  };
}

/** As readSearch. */
export function readPostSearch(search: Record<string, unknown>): PostSearch {
  const { projectId, sceneId, video, film, platform, when } = search;
  return {
    projectId: idIn(projectId),
    sceneId: idIn(sceneId),
    video: video === 'final' ? video : undefined,
    film: idIn(film),
    platform: SOCIAL_PLATFORMS.find((known) => known === platform),
    when: when === 'later' ? when : undefined,
  };
}

/** As readSearch. */
export const readSocialSearch = ({ consent }: Record<string, unknown>): SocialSearch => ({
  consent: consent === 'connected' || consent === 'failed' ? consent : undefined,
});

/** As readSearch. */
export const readZapsSearch = ({ checkout, paid, view }: Record<string, unknown>): ZapsSearch => ({
  checkout: idIn(checkout),
  paid: paid === 'yes' || paid === 'no' ? paid : undefined,
  view: ZAPS_VIEWS.find((known) => known === view),
});
