import {
  SOCIAL_PLATFORMS,
  type CreatePostRequest,
  type SocialAccount,
  type SocialPlatform,
} from '@storyreel/contracts';
import { z } from 'zod';
import { instantOf } from '../../platform/zoned-time';
import { DEFAULT_TIME } from '../../domains/posts/post-days';
import { asProjectVideo, type SelectableVideo } from '../../domains/posts/selectable-videos';

/** Of the video: the project's first one, until another, or none, is chosen. */
export const FIRST_VIDEO = 'first';
export const NO_VIDEO = 'none';

const draftSchema = z.object({
  title: z.string(),
  content: z.string(),
  /** Separated by spaces. */
  hashtags: z.string(),
  platforms: z.enum(SOCIAL_PLATFORMS).array(),
  /** 'none' or an id. */
  projectId: z.string(),
  /** FIRST_VIDEO, NO_VIDEO or an id. */
  video: z.string(),
  /** '' while the post is not scheduled. */
  day: z.string(),
  time: z.string(),
});
/** What the fields of the card say. */
export type PostDraft = z.infer<typeof draftSchema>;

export const NO_PROJECT = 'none';

export const emptyDraft = (currentProjectId: string | null): PostDraft => ({
  title: '',
  content: '',
  hashtags: '',
  platforms: [],
  projectId: currentProjectId ?? NO_PROJECT,
  video: FIRST_VIDEO,
  day: '',
  time: DEFAULT_TIME,
});

/** As it is kept in the browser. The project and its video are no words of anybody's. */
export const textOf = ({ title, content, hashtags, platforms, day, time }: PostDraft): string =>
  JSON.stringify({ title, content, hashtags, platforms, day, time });

const keptSchema = draftSchema.omit({ projectId: true, video: true });
export function keptDraftFrom(text: string): z.infer<typeof keptSchema> | null {
  try {
    return keptSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
export const excerptOf = ({ title, content }: Pick<PostDraft, 'title' | 'content'>): string =>
  [title.trim(), content.trim()].filter(Boolean).join(' · ');

/** A leading '#' is how people write them; the platforms want the word. */
export const hashtagsIn = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^#+/, ''))
    .filter((word) => word !== '');

/** The video that the post carries; null for none. */
export function chosenVideo({ video }: PostDraft, videos: readonly SelectableVideo[]): SelectableVideo | null {
  if (video === NO_VIDEO) return null;
  return (video === FIRST_VIDEO ? videos[0] : videos.find(({ id }) => id === video)) ?? null;
}

export interface DraftFaults {
  title?: string;
  content?: string;
  platforms?: string;
  schedule?: string;
}

export const scheduleOf = ({ day, time }: Pick<PostDraft, 'day' | 'time'>, zone: string): Date | null =>
  day === '' ? null : instantOf(day, time === '' ? DEFAULT_TIME : time, zone);

/** What keeps the draft from becoming a post. */
export function faultsOf(draft: PostDraft, now: Date, zone: string): DraftFaults {
  const due = scheduleOf(draft, zone);
  return {
    ...(draft.title.trim() === '' && { title: 'Title is required' }),
    ...(draft.content.trim() === '' && { content: 'Content is required' }),
    ...(draft.platforms.length === 0 && { platforms: 'Select at least one platform' }),
    ...(due !== null && due <= now && { schedule: 'That time has passed. Choose a later one.' }),
  };
}

/** The account that posts to the platform; undefined when none is active. */
export const activeAccount = (
  accounts: readonly SocialAccount[],
  platform: SocialPlatform,
): SocialAccount | undefined => accounts.find((account) => account.platform === platform && account.isActive);

/** One post for each chosen platform that has an active account; the others are left out. */
export function requestsOf(
  draft: PostDraft,
  accounts: readonly SocialAccount[],
  video: SelectableVideo | null,
  zone: string,
): CreatePostRequest[] {
  const due = scheduleOf(draft, zone);
  return draft.platforms.flatMap((platform) => {
    const account = activeAccount(accounts, platform);
    if (!account) return [];
    return {
      title: draft.title.trim(),
      content: draft.content.trim(),
      platform,
      status: due ? 'scheduled' : 'draft',
      scheduledAt: due?.toISOString() ?? null,
      hashtags: hashtagsIn(draft.hashtags),
      visibility: 'public',
      socialAccountId: account.id,
      projectId: draft.projectId === NO_PROJECT ? null : draft.projectId,
      selectedProjectVideo: video && asProjectVideo(video),
    };
  });
}
