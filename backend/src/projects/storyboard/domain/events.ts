import type {
  CaptionLook,
  DecidedCastChange,
  CastFields,
  CastWords,
  ClipInputs,
  CaptionStyle,
  ShotChange,
  FilmBlock,
  FilmFiles,
  FilmFingerprint,
  FilmFormat,
  FilmPace,
  FilmQuality,
  ImageInputs,
  ImageWork,
  MusicBed,
  ProjectFields,
  SceneFields,
  SceneSpeech,
  SentPicture,
  ShotPin,
  SpeakerVoice,
  VideoItem,
} from '@storyreel/contracts';
import type { Upcasters } from '../../../eventsourcing/domain/upcast';
import type { JobData, JobEvent, JobStep } from './jobs';
import type { ImageSlot, SceneContent } from './scene';

/** The cast in a request; absent in requests of scenes without one. */
export interface CastAsked {
  /** Pictures that the provider receives, in this order. */
  references?: SentPicture[];
  /** Members whom words describe, since the provider receives no picture of them. */
  looks?: CastWords[];
}

/** The image that work was done on, as it was sent. */
export interface MadeFrom {
  slotId: string;
  /** Its copy, which nothing changes any more. */
  url: string;
  hash: string;
  width: number;
  height: number;
  /** The run that made it; null for an upload. */
  runId: string | null;
}

/**
 * The inputs of a request's result, to tell later if it is stale; absent in requests of earlier releases, whose results
 * never are.
 */
interface Traced<Inputs> {
  madeFrom?: Inputs;
  /** Id of the image or the clip whose place the result takes when it comes out well. */
  replaces?: string;
}

export interface ImagesAsked extends CastAsked, Traced<ImageInputs> {
  prompt: string;
  model: string;
  /** USUAL_FORMAT when absent. */
  format?: FilmFormat;
  /** Number of the scene's generation, from 1. */
  generation: number;
  slotIds: string[];
  bulk: boolean;
  /** The image of which these are variations. */
  from?: MadeFrom;
  /** Seed with which a model repeats its result. */
  seed?: number;
}
export interface ImagesMade {
  images: { slotId: string; url: string }[];
}

export interface ImageEditAsked {
  instruction: string;
  model: string;
  slotIds: string[];
  from: MadeFrom;
  /** Transparent where the image may change. */
  mask?: { url: string; hash: string };
  seed?: number;
  negativePrompt?: string;
}

export interface UpscaleAsked {
  model: string;
  slotIds: string[];
  from: MadeFrom;
  factor: number;
  /** Of the result. */
  pixels: number;
}

/** Images of a member of the cast, from several sides. */
export interface CastSheetAsked extends Pick<CastAsked, 'references'> {
  memberId: string;
  /** The words of all images, and how each of them shows the member. */
  prompt: string;
  views: string[];
  model: string;
  format: FilmFormat;
  slotIds: string[];
}

export interface VideoAsked extends CastAsked, Traced<ClipInputs> {
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
  /** Title of the project whose whole story is read, for the file name; absent for the line of a scene. */
  title?: string;
}
export interface SpeechMade {
  speech: SceneSpeech;
  /** Set for whole stories. */
  filename?: string;
}

/** All inputs of a film as of its request. */
export interface FilmAsked {
  /** The project's title. */
  title: string;
  quality: FilmQuality;
  format: FilmFormat;
  captions: CaptionStyle;
  /** Absent in films whose look is that of their caption style. */
  captionLook?: CaptionLook;
  titleCard: string;
  endCard: string;
  /** USUAL_PACE when absent. */
  pace?: FilmPace;
  musicUrl: string | null;
  /** One of our own beds, in place of `musicUrl`. */
  musicBed?: MusicBed;
  blocks: FilmBlock[];
  /** Planned length of the whole film. */
  seconds: number;
  /** Absent in films ordered before later changes were tracked. */
  fingerprint?: FilmFingerprint;
}
export interface FilmMade {
  /** True for a film that does not become the project's final video: a draft made while there is one. */
  isDraft: boolean;
  filename: string;
  film: FilmFiles;
}

/** The file that a project was imported from: when it was exported, and the first name of who did so. */
export interface ImportedFrom {
  exportedAt: string;
  author: string;
}

interface SceneCut {
  cutId: string;
  removedIds: string[];
  scenes: SceneContent[];
}

/** `stepIds`: the commands that made the step. */
interface TakenBack {
  stepIds: string[];
  what: string;
}

type SceneJob<Step extends JobStep> = JobData<Step> & { sceneId: string };

/** Requests of the work that puts images into a scene. */
interface ImageWorkAsked extends Record<ImageWork, { slotIds: string[]; from?: MadeFrom }> {
  image: ImagesAsked;
  imageEdit: ImageEditAsked;
  upscale: UpscaleAsked;
}
type ImageWorkEvents = {
  [Work in ImageWork as `${Capitalize<Work>}JobQueued`]: SceneJob<'Queued'> & ImageWorkAsked[Work];
} & { [Work in ImageWork as `${Capitalize<Work>}JobStarted`]: SceneJob<'Started'> } & {
  [Work in ImageWork as `${Capitalize<Work>}JobAccepted`]: SceneJob<'Accepted'>;
} & { [Work in ImageWork as `${Capitalize<Work>}JobCompleted`]: SceneJob<'Completed'> & ImagesMade } & {
  [Work in ImageWork as `${Capitalize<Work>}JobFailed`]: SceneJob<'Failed'>;
};

export type SceneTexts = Partial<Pick<SceneFields, 'description' | 'imagePrompt' | 'videoPrompt'>>;

/**
 * Events of a project and its scenes, in the one stream `project-<id>`. It also holds jobs of other kinds, of which the
 * project keeps only the progress.
 */
export interface ProjectEvents extends ImageWorkEvents {
  ProjectCreated: {
    projectId: string;
    fields: ProjectFields;
    scenes: SceneContent[];
    copiedFrom: string | null;
    imported?: ImportedFrom;
    /** Id of the project beside which this one stands as an alternative; absent in others. */
    alternativeOf?: string;
  };
  ProjectEdited: { changes: Partial<ProjectFields> };
  /** A member of the cast was added, changed or removed; `before`: the same fields as they were, for the undo. */
  CastChanged: { action: DecidedCastChange['action']; memberId: string; changes: CastFields; before: CastFields };
  /** Undoes the newest CastChanged. */
  CastRestored: { memberId: string; changes: CastFields };
  /** A step of the history was taken back; the events that do so follow in the same append. `what`: the step, in words. */
  StepUndone: TakenBack;
  /** A step that was taken back was done again, by the events that follow. */
  StepRedone: TakenBack;
  /** The project, or one scene of it, became what it was at a revision, by the events that follow. */
  VersionRestored: { revision: string; at: string; onlyScene: string | null };
  /**
   * The project, or one scene of it, became what its alternative was at a revision, by the events that follow. `title`:
   * that of the alternative.
   */
  AlternativeTaken: { alternativeId: string; revision: string; title: string; onlyScene: string | null };
  ProjectDeleted: { sceneIds: string[] };
  ProjectRestored: { sceneIds: string[] };

  SceneAdded: { scene: SceneContent };
  SceneEdited: { sceneId: string; changes: Partial<SceneFields> & { order?: number } };
  SceneReordered: { orders: { sceneId: string; order: number }[] };
  SceneDeleted: { sceneId: string };
  SceneRestored: { sceneId: string };
  AllScenesDeleted: { sceneIds: string[] };
  ScenesReplaced: { removedIds: string[]; scenes: SceneContent[]; holdId: string };
  /** Undoes the newest AllScenesDeleted or ScenesReplaced. */
  AllScenesRestored: { restoredIds: string[]; removedIds: string[] };

  /** Two scenes took the place of one, whose words were cut; `cutId` names the cut for its undo. */
  SceneSplit: SceneCut;
  /** One scene took the place of two. */
  ScenesMerged: SceneCut;
  /** Undoes a SceneSplit or ScenesMerged: the scenes before it are back. */
  SceneCutUndone: { cutId: string; restoredIds: string[]; removedIds: string[] };

  ImageAdded: { sceneId: string; slotId: string; url: string; index: number; makeMain: boolean };
  ImageRemoved: { sceneId: string; slotId: string };
  MainImageChosen: { sceneId: string; slotId: string };
  ImageSlotsFailed: { sceneId: string; slotIds: string[] };
  ImageSlotsRemoved: { sceneId: string; slotIds: string[] };

  VideoAdded: { sceneId: string; video: VideoItem; index: number; makeMain: boolean };
  VideoRemoved: { sceneId: string; videoId: string };
  MainVideoChosen: { sceneId: string; videoId: string };
  ProcessingVideoReplaced: { sceneId: string; processingVideoId: string; video: VideoItem };

  VideoJobQueued: SceneJob<'Queued'> & VideoAsked;
  VideoJobStarted: SceneJob<'Started'>;
  VideoJobAccepted: SceneJob<'Accepted'>;
  VideoJobCompleted: SceneJob<'Completed'> & VideoMade;
  VideoJobFailed: SceneJob<'Failed'>;

  FilmJobCompleted: JobData<'Completed'> & FilmMade;
  /** A film's progress: `progress` 0 to 1, `step` shown to users. */
  FilmAdvanced: { filmId: string; progress: number; step: string };
  FilmRemoved: { filmId: string };
  /** Undoes a FilmRemoved. */
  FilmRestored: { filmId: string };

  /** Anybody with the link can watch the film, or the final video if there is no `filmId`. */
  VideoShared: { linkId: string; filmId: string | null };
  VideoUnshared: { linkId: string };

  CastSheetJobQueued: JobData<'Queued'> & CastSheetAsked;
  CastSheetJobStarted: JobData<'Started'>;
  CastSheetJobAccepted: JobData<'Accepted'>;
  CastSheetJobCompleted: JobData<'Completed'> & ImagesMade;
  CastSheetJobFailed: JobData<'Failed'>;

  SpeechJobQueued: JobData<'Queued'> & SpeechAsked;
  SpeechJobStarted: JobData<'Started'>;
  SpeechJobAccepted: JobData<'Accepted'>;
  SpeechJobCompleted: JobData<'Completed'> & SpeechMade;
  SpeechJobFailed: JobData<'Failed'>;

  /** The result of a run is put into its scene. `previousMainId`: the main image or main video before. */
  RunKept: {
    sceneId: string;
    runId: string;
    images: { slotId: string; url: string }[];
    video: VideoItem | null;
    previousMainId: string | null;
    /** For text runs: the scene's words now and before. */
    texts?: { after: SceneTexts; before: SceneTexts };
  };

  /** A scene got a narration that was read in an alternative, or that it had before. */
  SpeechTaken: { sceneId: string; speech: SceneSpeech | null };

  SceneDescribed: {
    sceneId: string;
    description: string;
    imagePrompt: string;
    videoPrompt: string;
    holdId: string;
  };
  /** Shots of a scene were set by hand, or freed again; `pins`: all that are set now. */
  ShotsChanged: { sceneId: string; action: ShotChange['action']; pins: ShotPin[] };
  /** Undoes the newest ShotsChanged of the scene. */
  ShotsRestored: { sceneId: string; pins: ShotPin[] };
  /** A draft became the project's story; `before` is the story it replaced, for the undo. */
  StoryWritten: { draftId: string; story: string; before: string; holdId: string };
  /** Undoes a StoryWritten: the previous story is back. */
  StoryRestored: { draftId: string; story: string };
  ScenePromptWritten: { sceneId: string; field: 'imagePrompt' | 'videoPrompt'; value: string; holdId: string };
}

export type ProjectEventType = keyof ProjectEvents;
export type ProjectEvent =
  { [Type in ProjectEventType]: { type: Type; data: ProjectEvents[Type] } }[ProjectEventType] | JobEvent;
export type ProjectEventOf<Type extends ProjectEventType> = Extract<ProjectEvent, { type: Type }>;
export type { ImageSlot };

type VideoJobAccepted1 = Omit<JobData<'Accepted'>, 'predictionId'> & { providerPredictionId: string };

/** Version 1 named a clip's prediction differently from all other kinds. */
function videoJobAccepted2(data: unknown): JobData<'Accepted'> {
  const { providerPredictionId: predictionId, ...job } = data as VideoJobAccepted1;
  return { ...job, predictionId };
}

export const projectUpcasters: Upcasters = { VideoJobAccepted: [videoJobAccepted2] };
