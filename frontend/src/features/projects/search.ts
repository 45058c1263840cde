import { SOCIAL_PLATFORMS, type SocialPlatform, WORKSPACE_TABS, type WorkspaceTab } from '@storyreel/contracts';

/** The app's search parameters: the open project and its tab. */
export interface AppSearch {
  project?: string;
  tab?: WorkspaceTab;
  /** Opens another view of the tab: Build's light table. */
  choose?: 'images';
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined;

/** Initial values for a new post: a project, one of its scenes, and the project's film as the video. */
export interface PostSearch {
  projectId?: string;
  sceneId?: string;
  video?: 'final';
  /** The id of another film of the project. */
  film?: string;
  /** The number of one of the film's parts, from 1. */
  part?: number;
  /** The platform to post on. */
  platform?: SocialPlatform;
  /** Set to schedule the post for a later day instead of publishing it now. */
  when?: 'later';
}

/** The outcome of the platform's consent page that the browser has returned from. */
export interface SocialSearch {
  consent?: 'connected' | 'failed' | 'incomplete';
  /**
   * The platform of an incomplete consent, and the scopes that the account's owner has withheld, separated by spaces.
   */
  platform?: SocialPlatform;
  missing?: string;
}

/** The Zaps screen's tabs besides the first. */
export const ZAPS_VIEWS = ['projects', 'usage', 'transactions'] as const;

/** The purchase that the browser has returned from, paid or abandoned, and the tab shown. */
export interface ZapsSearch {
  checkout?: string;
  paid?: 'yes' | 'no';
  view?: (typeof ZAPS_VIEWS)[number];
}

/** Drops invalid values instead of failing; an explicit undefined overrides what the router parsed. */
export function readSearch(search: Record<string, unknown>): AppSearch {
  const { project, tab, choose } = search;
  return {
    project: idIn(project),
    tab: WORKSPACE_TABS.find((known) => known === tab),
    choose: tab === 'build' && choose === 'images' ? choose : undefined,
  };
}

/** Reads the parameters of a new post, like `readSearch`. */
export function readPostSearch(search: Record<string, unknown>): PostSearch {
  const { projectId, sceneId, video, film, part, platform, when } = search;
  return {
    projectId: idIn(projectId),
    sceneId: idIn(sceneId),
    video: video === 'final' ? video : undefined,
    film: idIn(film),
    part: typeof part === 'number' && Number.isInteger(part) && part > 0 ? part : undefined,
    platform: SOCIAL_PLATFORMS.find((known) => known === platform),
    when: when === 'later' ? when : undefined,
  };
}

/** Reads the parameters of the Social screen, like `readSearch`. */
export const readSocialSearch = ({ consent, platform, missing }: Record<string, unknown>): SocialSearch => ({
  consent: CONSENTS.find((known) => known === consent),
  platform: SOCIAL_PLATFORMS.find((known) => known === platform),
  missing: typeof missing === 'string' ? missing : undefined,
});
const CONSENTS = ['connected', 'failed', 'incomplete'] as const;

/** Reads the parameters of the Zaps screen, like `readSearch`. */
export const readZapsSearch = ({ checkout, paid, view }: Record<string, unknown>): ZapsSearch => ({
  checkout: idIn(checkout),
  paid: paid === 'yes' || paid === 'no' ? paid : undefined,
  view: ZAPS_VIEWS.find((known) => known === view),
});
