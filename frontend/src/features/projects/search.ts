import { SOCIAL_PLATFORMS, type SocialPlatform, WORKSPACE_TABS, type WorkspaceTab } from '@storyreel/contracts';

/** Search parameters of the app: the open project and its tab. */
export interface AppSearch {
  project?: string;
  tab?: WorkspaceTab;
  /** Opens the Build tab's light table, on which images of all scenes are chosen. */
  choose?: 'images';
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined;

/** Initial values of a new post: a project, one of its scenes, and the project's film as the video. */
export interface PostSearch {
  projectId?: string;
  sceneId?: string;
  video?: 'final';
  /** Id of another film of the project. */
  film?: string;
  /** Number of one of the film's parts, from 1. */
  part?: number;
  /** Platform to post on. */
  platform?: SocialPlatform;
  /** Set to schedule the post for a later day instead of publishing it at once. */
  when?: 'later';
}

/** Outcome of the platform's consent page from which the browser has returned. */
export interface SocialSearch {
  consent?: 'connected' | 'failed' | 'incomplete';
  /** Platform of an incomplete consent, and the scopes that the account's owner did not grant, separated by spaces. */
  platform?: SocialPlatform;
  missing?: string;
}

/** Tabs of the Zaps screen other than the first. */
export const ZAPS_VIEWS = ['projects', 'usage', 'transactions'] as const;

/** The purchase from which the browser has returned, whether paid or abandoned, and the open tab. */
export interface ZapsSearch {
  checkout?: string;
  paid?: 'yes' | 'no';
  view?: (typeof ZAPS_VIEWS)[number];
}

/**
 * Reads the app's search parameters. Invalid values are dropped without an error; an explicit undefined overrides the
 * value that the router parsed.
 */
export function readSearch(search: Record<string, unknown>): AppSearch {
  const { project, tab, choose } = search;
  return {
    project: idIn(project),
    tab: WORKSPACE_TABS.find((known) => known === tab),
    choose: tab === 'build' && choose === 'images' ? choose : undefined,
  };
}

/** Reads the parameters of a new post, in the way of `readSearch`. */
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

/** Reads the parameters of the Social screen, in the way of `readSearch`. */
export const readSocialSearch = ({ consent, platform, missing }: Record<string, unknown>): SocialSearch => ({
  consent: CONSENTS.find((known) => known === consent),
  platform: SOCIAL_PLATFORMS.find((known) => known === platform),
  missing: typeof missing === 'string' ? missing : undefined,
});
const CONSENTS = ['connected', 'failed', 'incomplete'] as const;

/** Reads the parameters of the Zaps screen, in the way of `readSearch`. */
export const readZapsSearch = ({ checkout, paid, view }: Record<string, unknown>): ZapsSearch => ({
  checkout: idIn(checkout),
  paid: paid === 'yes' || paid === 'no' ? paid : undefined,
  view: ZAPS_VIEWS.find((known) => known === view),
});
