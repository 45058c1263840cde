import type {
  CaptionStyle,
  FilmBlock,
  FilmFiles,
  FilmFormat,
  FilmPace,
  FilmQuality,
  ProjectFields,
  SceneFields,
  SceneSpeech,
  SpeakerVoice,
  VideoItem,
} from '@storyreel/contracts';
import type { Upcasters } from '../../../eventsourcing/domain/upcast';
import type { JobData, JobEvent, JobStep } from './jobs';
import type { ImageSlot, SceneContent } from './scene';

export interface ImagesAsked {
  prompt: string;
  model: string;
  /** Counts the scene's generations from 1. */
  generation: number;
  slotIds: string[];
  bulk: boolean;
}
export interface ImagesMade {
  images: { slotId: string; url: string }[];
}

export interface VideoAsked {
  modelId: string;
  prompt: string;
  settings: Record<string, string | number | boolean>;
  imageUrl: string;
  seconds: number;
}
export interface VideoMade {
  video: VideoItem;
}

export interface SpeechAsked extends SpeakerVoice {
  text: string;
  /** Of the project whose whole story it is, for the file's name; absent for the line of a scene. */
  title?: string;
}
export interface SpeechMade {
  speech: SceneSpeech;
  /** Of a whole story's. */
  filename?: string;
}

/** All that a film is made of, as it was when it was asked for. */
export interface FilmAsked {
  /** Of the project. */
  title: string;
  quality: FilmQuality;
  format: FilmFormat;
  captions: CaptionStyle;
  titleCard: string;
  endCard: string;
  /** USUAL_PACE when absent. */
  pace?: FilmPace;
  musicUrl: string | null;
  blocks: FilmBlock[];
  /** Of the whole film, as planned. */
  seconds: number;
}
export interface FilmMade {
  /** A draft is watched and not used as the project's final video. */
  isDraft: boolean;
  filename: string;
  film: FilmFiles;
}

type SceneJob<Step extends JobStep> = JobData<Step> & { sceneId: string };

export type SceneTexts = Partial<Pick<SceneFields, 'description' | 'imagePrompt' | 'videoPrompt'>>;

/**
 * What happens to a project and its scenes, in the one stream `project-<id>`. Jobs of other kinds lie there too: all that
 * the project keeps of them is how far they have come.
 */
export interface ProjectEvents {
  ProjectCreated: { projectId: string; fields: ProjectFields; scenes: SceneContent[]; copiedFrom: string | null };
  ProjectEdited: { changes: Partial<ProjectFields> };
  ProjectDeleted: { sceneIds: string[] };
  ProjectRestored: { sceneIds: string[] };

  SceneAdded: { scene: SceneContent };
  SceneEdited: { sceneId: string; changes: Partial<SceneFields> & { order?: number } };
  SceneReordered: { orders: { sceneId: string; order: number }[] };
  SceneDeleted: { sceneId: string };
  SceneRestored: { sceneId: string };
  AllScenesDeleted: { sceneIds: string[] };
  ScenesReplaced: { removedIds: string[]; scenes: SceneContent[]; holdId: string };
  /** Undo of the newest AllScenesDeleted or ScenesReplaced. */
  AllScenesRestored: { restoredIds: string[]; removedIds: string[] };

  ImageAdded: { sceneId: string; slotId: string; url: string; index: number; makeMain: boolean };
  ImageRemoved: { sceneId: string; slotId: string };
  MainImageChosen: { sceneId: string; slotId: string };
  ImageSlotsFailed: { sceneId: string; slotIds: string[] };
  ImageSlotsRemoved: { sceneId: string; slotIds: string[] };

  VideoAdded: { sceneId: string; video: VideoItem; index: number; makeMain: boolean };
  VideoRemoved: { sceneId: string; videoId: string };
  MainVideoChosen: { sceneId: string; videoId: string };
  ProcessingVideoReplaced: { sceneId: string; processingVideoId: string; video: VideoItem };

  ImageJobQueued: SceneJob<'Queued'> & ImagesAsked;
  ImageJobStarted: SceneJob<'Started'>;
  ImageJobAccepted: SceneJob<'Accepted'>;
  ImageJobCompleted: SceneJob<'Completed'> & ImagesMade;
  ImageJobFailed: SceneJob<'Failed'>;

  VideoJobQueued: SceneJob<'Queued'> & VideoAsked;
  VideoJobStarted: SceneJob<'Started'>;
  VideoJobAccepted: SceneJob<'Accepted'>;
  VideoJobCompleted: SceneJob<'Completed'> & VideoMade;
  VideoJobFailed: SceneJob<'Failed'>;

  FilmJobCompleted: JobData<'Completed'> & FilmMade;
  /** How far a film has come: `progress` 0 to 1, `step` for people. */
  FilmAdvanced: { filmId: string; progress: number; step: string };
  FilmRemoved: { filmId: string };
  /** Undo of a FilmRemoved. */
  FilmRestored: { filmId: string };

  /** Whoever has the link can watch the film; without one, the final video. */
  VideoShared: { linkId: string; filmId: string | null };
  VideoUnshared: { linkId: string };

  SpeechJobQueued: JobData<'Queued'> & SpeechAsked;
  SpeechJobStarted: JobData<'Started'>;
  SpeechJobAccepted: JobData<'Accepted'>;
  SpeechJobCompleted: JobData<'Completed'> & SpeechMade;
  SpeechJobFailed: JobData<'Failed'>;

  /** What a run made beside its scene comes into it. `previousMainId`: the main image, or the main video, before. */
  RunKept: {
    sceneId: string;
    runId: string;
    images: { slotId: string; url: string }[];
    video: VideoItem | null;
    previousMainId: string | null;
    /** Of a text: the words of the scene as they are now, and as they were before. */
    texts?: { after: SceneTexts; before: SceneTexts };
  };

  SceneDescribed: {
    sceneId: string;
    description: string;
    imagePrompt: string;
    videoPrompt: string;
    holdId: string;
  };
  /** A draft became the project's story; `before` is what it took the place of, for its undo. */
  StoryWritten: { draftId: string; story: string; before: string; holdId: string };
  /** Undo of a StoryWritten: the story before it is back. */
  StoryRestored: { draftId: string; story: string };
  ScenePromptWritten: { sceneId: string; field: 'imagePrompt' | 'videoPrompt'; value: string; holdId: string };
}

export type ProjectEventType = keyof ProjectEvents;
export type ProjectEvent =
  { [Type in ProjectEventType]: { type: Type; data: ProjectEvents[Type] } }[ProjectEventType] | JobEvent;
export type ProjectEventOf<Type extends ProjectEventType> = Extract<ProjectEvent, { type: Type }>;
export type { ImageSlot };

type VideoJobAccepted1 = Omit<JobData<'Accepted'>, 'predictionId'> & { providerPredictionId: string };

/** Version 1 named the prediction of a clip otherwise than those of all other kinds. */
function videoJobAccepted2(data: unknown): JobData<'Accepted'> {
  const { providerPredictionId: predictionId, ...job } = data as VideoJobAccepted1;
  return { ...job, predictionId };
}

export const projectUpcasters: Upcasters = { VideoJobAccepted: [videoJobAccepted2] };
