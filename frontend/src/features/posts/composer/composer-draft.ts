import {
  cutText,
  imageFitSchema,
  LIMITS,
  SOCIAL_PLATFORMS,
  socialPlatformSchema,
  visibilitySchema,
  writtenWords,
} from '@storyreel/contracts';
import type { Film, Project, ProjectSummary, Scene, SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { z } from 'zod';
import { keptDraftReader } from '../../../platform/autosave/useKeptForm';
import { addDays } from '../../../platform/time/days';
import type { Day } from '../../../platform/time/days';
import { dateFormat, visitorZone } from '../../../platform/time/written-dates';
import { instantOf, isTimeOfDay } from '../../../platform/time/zoned-time';
import type { PostSearch } from '../../projects/search';
import { accountOn } from '../api';
import { DEFAULT_TIME } from '../post-days';
import { filmVideos, partVideoId, selectableVideos } from '../selectable-videos';
import type { SelectableVideo } from '../selectable-videos';
import { NO_TIKTOK_CHOICES, tiktokDraftSchema } from '../tiktok/tiktok-choices';

type Schedule = Pick<PostDraft, 'isScheduled' | 'day' | 'time'>;

/** Switches scheduling on, for tomorrow morning, or off, which clears the day and the time. */
export const switchSchedule = (isScheduled: boolean, today: Day): Schedule =>
  isScheduled ? { isScheduled, day: addDays(today, 1), time: DEFAULT_TIME } : { isScheduled, day: '', time: '' };

/** Returns the scheduled time; null when the post is not scheduled, or when the day or the time is invalid. */
export const scheduledAt = ({ isScheduled, day, time }: Schedule, zone = visitorZone()): Date | null =>
  isScheduled && day !== '' && isTimeOfDay(time) ? instantOf(day, time, zone) : null;

export function scheduleProblem(schedule: Schedule, now: Date): string | null {
  if (!schedule.isScheduled) return null;
  const at = scheduledAt(schedule);
  if (at === null) return 'Choose a day and a time';
  return at.getTime() <= now.getTime() ? 'Choose a time in the future' : null;
}

/** compact: a card on the dashboard with the fields that most posts need. full: a screen with all fields. */
export type ComposerLayout = 'compact' | 'full';

const attachedSchema = z.object({
  url: z.string(),
  name: z.string(),
  /** MIME type that the server detected from the bytes, such as 'image/png'. */
  type: z.string(),
  size: z.number(),
});
/** An image or clip that was uploaded for the post. */
export type AttachedFile = z.infer<typeof attachedSchema>;

const draftSchema = z.object({
  /** Platforms in the order in which the user chose them. */
  platforms: socialPlatformSchema.array(),
  title: z.string(),
  content: z.string(),
  hashtags: z.string().array(),
  mentions: z.string().array(),
  /** Text in the hashtag and mention fields that the user has not added yet. */
  hashtagDraft: z.string(),
  mentionDraft: z.string(),
  visibility: visibilitySchema,
  isScheduled: z.boolean(),
  /** 'YYYY-MM-DD' and 'HH:MM' in the visitor's time zone; '' when not set. */
  day: z.string(),
  time: z.string(),
  /** Id of the project; '' for none, as in the two fields below. */
  projectId: z.string(),
  sceneId: z.string(),
  /** Id of one of the project's finished videos, or FIRST_VIDEO. */
  videoId: z.string(),
  media: attachedSchema.array(),
  /** How images are made to fit Instagram if they have another shape. */
  imageFit: imageFitSchema.default('pad'),
  /** Drafts that were stored before TikTok required choices have none. */
  tiktok: tiktokDraftSchema.default(NO_TIKTOK_CHOICES),
});
/** Field values of the composer. */
export type PostDraft = z.infer<typeof draftSchema>;

/** Maximum number of words of a title that are joined into one hashtag. */
const TAG_WORDS = 4;

export const EMPTY_DRAFT: PostDraft = {
  platforms: [],
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
  imageFit: 'pad',
  tiktok: NO_TIKTOK_CHOICES,
};

/**
 * Stands for the project's first video until the user chooses another video or none; resolved once the videos are
 * known.
 */
export const FIRST_VIDEO = 'first';

/** Links a post to a project and its first video, or to nothing when the id is ''. */
export const linkTo = (projectId: string): Pick<PostDraft, 'projectId' | 'sceneId' | 'videoId'> => ({
  projectId,
  sceneId: '',
  videoId: projectId === '' ? '' : FIRST_VIDEO,
});

/** Summarises a draft in one line. */
export const excerptOf = ({ title, content, hashtags }: PostDraft): string =>
  [title.trim(), content.trim(), hashtags.join(' ')].filter(Boolean).join(' · ');

const USUAL_PLATFORM = 'instagram';

/**
 * Returns the platforms with which a new post begins: the default platform, or else any other one that is connected.
 */
export function firstPlatforms(accounts: readonly SocialAccount[]): SocialPlatform[] {
  const connected = SOCIAL_PLATFORMS.filter((platform) => accountOn(platform, accounts));
  return connected.includes(USUAL_PLATFORM) ? [USUAL_PLATFORM] : connected.slice(0, 1);
}

const wordsOf = ({ title, description }: Pick<Project, 'title' | 'description'>, part?: number) => ({
  title: titleOf(title, part === undefined ? '' : ` (Part ${part})`),
  content: cutText(description, LIMITS.postContent),
  hashtags: [...titleTag(title), 'shortfilm'],
});

const titleOf = (title: string, ending: string): string => cutText(title, LIMITS.postTitle - ending.length) + ending;

/** Converts a title into a hashtag such as 'TheKeeper', if that is short enough to search for. */
function titleTag(title: string): string[] {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return words.length > 0 && words.length <= TAG_WORDS && [...tag].length <= LIMITS.postTag ? [tag] : [];
}

/**
 * Builds the initial post from an address. A project's final video has the same id as the project.
 * @param project the project whose text the post begins with
 * @param accounts the connected accounts
 */
export const draftOf = (
  { projectId = '', sceneId = '', video, film = '', part, platform, when }: PostSearch,
  today: Day,
  project?: Pick<Project, 'title' | 'description'>,
  accounts: readonly SocialAccount[] = [],
): PostDraft => ({
  ...EMPTY_DRAFT,
  platforms: firstPlatforms(accounts),
  ...(project && wordsOf(writtenWords(project), part)),
  ...(platform && accountOn(platform, accounts) && { platforms: [platform] }),
  ...(when === 'later' && switchSchedule(true, today)),
  ...linkTo(projectId),
  ...(projectId !== '' && { sceneId }),
  ...(projectId !== '' && video === 'final' && { videoId: projectId }),
  ...(projectId !== '' && film !== '' && { videoId: part === undefined ? film : partVideoId(film, part) }),
});

const weekday = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

/**
 * Fills in those placeholders of a template whose values are known: [title], [description] and [day]. The author fills
 * in the others.
 */
export function fillTemplate(
  template: string,
  draft: Pick<PostDraft, 'title' | 'isScheduled' | 'day' | 'time'>,
  project: Pick<ProjectSummary, 'title' | 'description'> | null,
): string {
  const written = project && writtenWords(project);
  const at = scheduledAt(draft);
  const known = new Map([
    ['title', written?.title || draft.title.trim()],
    ['description', written?.description ?? ''],
    ['day', at ? weekday(at) : ''],
  ]);
  return template.replace(/\[(\w+)\]/g, (bracket, name: string) => known.get(name.toLowerCase()) || bracket);
}

const isWordless = ({ title, content, hashtags, mentions, hashtagDraft, mentionDraft, media }: PostDraft): boolean =>
  [title, content, hashtagDraft, mentionDraft].every((text) => text.trim() === '') &&
  hashtags.length + mentions.length + media.length === 0;

/** Serialises a draft for storage in the browser; '' for a draft without text and files, which is not worth keeping. */
export const textOf = (draft: PostDraft): string =>
  JSON.stringify(draftSchema.parse(isWordless(draft) ? EMPTY_DRAFT : draft));

export const draftFrom = keptDraftReader(draftSchema);

export interface ProjectLink {
  project: ProjectSummary | null;
  scenes: readonly Scene[];
  /** Finished videos of the project or of the chosen scene. */
  videos: readonly SelectableVideo[];
  scene: Scene | null;
  video: SelectableVideo | null;
}

/** Finds the projects, scenes and videos that the post refers to; drops references to deleted ones. */
export function projectLink(
  { projectId, sceneId, videoId }: Pick<PostDraft, 'projectId' | 'sceneId' | 'videoId'>,
  projects: readonly ProjectSummary[],
  scenesOfProject: readonly Scene[],
  film?: Film,
): ProjectLink {
  const project = projects.find(({ id }) => id === projectId) ?? null;
  const scenes = project ? scenesOfProject : [];
  const scene = scenes.find(({ id }) => id === sceneId) ?? null;
  const ofScenes = selectableVideos(project ?? undefined, scene ? [scene] : scenes);
  const videos = project && film ? [...filmVideos(project, film), ...ofScenes] : ofScenes;
  const video = videoId === FIRST_VIDEO ? videos[0] : videos.find(({ id }) => id === videoId);
  return { project, scenes, videos, scene, video: video ?? null };
}
