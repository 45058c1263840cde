import { cutText, LIMITS, socialPlatformSchema, visibilitySchema, writtenWords } from '@storyreel/contracts';
import type { Film, Project, ProjectSummary, Scene } from '@storyreel/contracts';
import { z } from 'zod';
import { keptDraftReader } from '../../../platform/autosave/useKeptForm';
import { addDays } from '../../../platform/time/days';
import type { Day } from '../../../platform/time/days';
import { instantOf, visitorZone } from '../../../platform/time/zoned-time';
import type { PostSearch } from '../../projects/search';
import { filmVideo, selectableVideos } from '../selectable-videos';
import type { SelectableVideo } from '../selectable-videos';

type Schedule = Pick<PostDraft, 'isScheduled' | 'day' | 'time'>;
const TIME = '09:00';
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Switched on, a post is due tomorrow morning; switched off, it has neither day nor time. */
export const switchSchedule = (isScheduled: boolean, today: Day): Schedule =>
  isScheduled ? { isScheduled, day: addDays(today, 1), time: TIME } : { isScheduled, day: '', time: '' };

/** Null when it is not scheduled, or its day or time says nothing. */
export const scheduledAt = ({ isScheduled, day, time }: Schedule, zone = visitorZone()): Date | null =>
  isScheduled && day !== '' && CLOCK.test(time) ? instantOf(day, time, zone) : null;

export function scheduleProblem(schedule: Schedule, now: Date): string | null {
  if (!schedule.isScheduled) return null;
  const at = scheduledAt(schedule);
  if (at === null) return 'Choose a day and a time';
  return at.getTime() <= now.getTime() ? 'Choose a time in the future' : null;
}

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

export interface ProjectLink {
  project: ProjectSummary | null;
  scenes: readonly Scene[];
  /** The finished videos of the project, or of the chosen scene. */
  videos: readonly SelectableVideo[];
  scene: Scene | null;
  video: SelectableVideo | null;
}

/** What the post is linked to, of what there is: a project, scene or video that is gone is not linked. */
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
  const videos = project && film ? [...filmVideo(project, film), ...ofScenes] : ofScenes;
  return { project, scenes, videos, scene, video: videos.find(({ id }) => id === videoId) ?? null };
}
