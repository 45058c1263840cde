import {
  cutText,
  LIMITS,
  type Project,
  socialPlatformSchema,
  visibilitySchema,
  writtenWords,
} from '@storyreel/contracts';
import { z } from 'zod';
import type { PostSearch } from '../../domains/projects/search';
import type { Day } from '../../platform/days';
import { keptDraftReader } from '../../platform/kept-draft';
import { switchSchedule } from './schedule';

const attachedSchema = z.object({
  url: z.string(),
  name: z.string(),
  /** As the server found the bytes to be: 'image/png'. */
  type: z.string(),
  size: z.number(),
});
/** A picture or a clip that has been uploaded for the post. */
export type AttachedFile = z.infer<typeof attachedSchema>;

const draftSchema = z.object({
  /** In the order in which they were chosen. */
  platforms: socialPlatformSchema.array(),
  title: z.string(),
  content: z.string(),
  hashtags: z.string().array(),
  mentions: z.string().array(),
  /** What stands in the fields of hashtags and mentions and was not added yet. */
  hashtagDraft: z.string(),
  mentionDraft: z.string(),
  visibility: visibilitySchema,
  isScheduled: z.boolean(),
  /** 'YYYY-MM-DD' and 'HH:MM' by the visitor's clock; '' for none. */
  day: z.string(),
  time: z.string(),
  /** '' for none, as below. */
  projectId: z.string(),
  sceneId: z.string(),
  /** Of one of the project's finished videos. */
  videoId: z.string(),
  media: attachedSchema.array(),
});
/** What the fields of the composer say. */
export type PostDraft = z.infer<typeof draftSchema>;

/** Of a title, as one hashtag. */
const TAG_WORDS = 4;

export const EMPTY_DRAFT: PostDraft = {
  platforms: ['instagram'],
  title: '',
  content: '',
  hashtags: [],
  mentions: [],
  hashtagDraft: '',
  mentionDraft: '',
  visibility: 'public',
  isScheduled: false,
  day: '',
  time: '12:00',
  projectId: '',
  sceneId: '',
  videoId: '',
  media: [],
};

const wordsOf = ({ title, description }: Pick<Project, 'title' | 'description'>) => ({
  title: cutText(title, LIMITS.postTitle),
  content: cutText(description, LIMITS.postContent),
  hashtags: [...titleTag(title), 'shortfilm'],
});

/** 'TheKeeper', of a title that is short enough to be looked for. */
function titleTag(title: string): string[] {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return words.length > 0 && words.length <= TAG_WORDS && [...tag].length <= LIMITS.postTag ? [tag] : [];
}

/**
 * What an address begins a post with. The final video of a project has the project's id.
 * @param project whose words the post begins with
 */
export const draftOf = (
  { projectId = '', sceneId = '', video, film = '', platform, when }: PostSearch,
  today: Day,
  project?: Pick<Project, 'title' | 'description'>,
): PostDraft => ({
  ...EMPTY_DRAFT,
  ...(project && wordsOf(writtenWords(project))),
  ...(platform && { platforms: [platform] }),
  ...(when === 'later' && switchSchedule(true, today)),
  projectId,
  sceneId: projectId === '' ? '' : sceneId,
  videoId: projectId === '' ? '' : video === 'final' ? projectId : film,
});

/** As it is kept in the browser. */
export const textOf = (draft: PostDraft): string => JSON.stringify(draftSchema.parse(draft));

export const draftFrom = keptDraftReader(draftSchema);
