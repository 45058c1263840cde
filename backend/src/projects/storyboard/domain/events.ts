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
import type { JobData, JobEvent, JobStep, RerunOf } from './jobs';
import type { ImageSlot, SceneContent } from './scene';

/** The cast that a request sends to the provider; absent for scenes without cast. */
export interface CastAsked {
  /** Pictures that the provider receives, in this order. */
  references?: SentPicture[];
  /** Members described in words, because the provider receives no picture of them. */
  looks?: CastWords[];
}

/** The image from which a result was made, as the provider received it. */
export interface MadeFrom {
  slotId: string;
  /** Address of the image's copy, which never changes. */
  url: string;
  hash: string;
  width: number;
  height: number;
  /** The run that made the image; null for an upload. */
  runId: string | null;
}

/**
 * The inputs of a request; later they show whether its result is stale. Absent in requests of earlier releases, whose
 * results never count as stale.
 */
interface Traced<Inputs> {
  madeFrom?: Inputs;
  /** Id of the image or clip that a successful result replaces. */
  replaces?: string;
}

export interface ImagesAsked extends CastAsked, Traced<ImageInputs> {
  prompt: string;
  model: string;
  /** The film's format; USUAL_FORMAT when absent. */
  format?: FilmFormat;
  /** Number of the generation within its scene, from 1. */
  generation: number;
  slotIds: string[];
  bulk: boolean;
  /** The image from which variations are made. */
  from?: MadeFrom;
  /** Seed; the same seed makes a model repeat its result. */
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
  /** Mask of the image, transparent where the image may change. */
  mask?: { url: string; hash: string };
  seed?: number;
  negativePrompt?: string;
}

export interface UpscaleAsked {
  model: string;
  slotIds: string[];
  from: MadeFrom;
  factor: number;
  /** Number of pixels of the result. */
  pixels: number;
}

/** Images of a member of the cast, from several sides. */
export interface CastSheetAsked extends Pick<CastAsked, 'references'> {
  memberId: string;
  /** The prompt shared by all images, and the words added for each view of the member. */
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
  /** Title of the project, for the file name of a whole story's audio; absent when a single scene is narrated. */
  title?: string;
}
export interface SpeechMade {
  speech: SceneSpeech;
  /** File name; only set for the audio of a whole story. */
  filename?: string;
}

/** All inputs of a film at the time of its request. */
export interface FilmAsked {
  /** The project's title. */
  title: string;
  quality: FilmQuality;
  format: FilmFormat;
  captions: CaptionStyle;
  /** Look of the captions; if absent, the default look of the caption style. */
  captionLook?: CaptionLook;
  titleCard: string;
  endCard: string;
  /** Pace of the film; USUAL_PACE when absent. */
  pace?: FilmPace;
  musicUrl: string | null;
  /** One of the product's music beds, used instead of `musicUrl`. */
  musicBed?: MusicBed;
  blocks: FilmBlock[];
  /** Planned length of the whole film. */
  seconds: number;
  /** Fingerprint of the inputs, to detect later changes; absent in films ordered before fingerprints existed. */
  fingerprint?: FilmFingerprint;
}
export interface FilmMade {
  /**
   * True for a film that does not become the project's final video: a draft made while the project has a final video.
   */
  isDraft: boolean;
  filename: string;
  film: FilmFiles;
}

/** Fields of the requests of all kinds, for readers that do not tell the kinds apart; each kind has some of them. */
export type AnyAsked = Partial<
  Omit<
    ImagesAsked & ImageEditAsked & UpscaleAsked & CastSheetAsked & VideoAsked & SpeechAsked & FilmAsked & RerunOf,
    keyof Traced<unknown>
  >
>;

/** Fields of the results of all kinds; each kind has some of them. */
export type AnyMade = Partial<ImagesMade & VideoMade & SpeechMade & FilmMade>;

/** Origin of an imported project: when its file was exported, and the first name of the person who exported it. */
export interface ImportedFrom {
  exportedAt: string;
  author: string;
}

interface SceneCut {
  cutId: string;
  removedIds: string[];
  scenes: SceneContent[];
}

/** A step of the history that was undone or redone; `stepIds` are the commands of the step. */
interface TakenBack {
  stepIds: string[];
  what: string;
}

type SceneJob<Step extends JobStep> = JobData<Step> & { sceneId: string };

/** Requests of the kinds of work that put images into a scene. */
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
 * Events of a project and its scenes, all in the stream `project-<id>`. The stream also holds jobs of other kinds, of
 * which the project keeps only the progress.
 */
export interface ProjectEvents extends ImageWorkEvents {
  ProjectCreated: {
    projectId: string;
    fields: ProjectFields;
    scenes: SceneContent[];
    copiedFrom: string | null;
    imported?: ImportedFrom;
    /** Id of the project of which this project is an alternative; absent in other projects. */
    alternativeOf?: string;
  };
  ProjectEdited: { changes: Partial<ProjectFields> };
  /**
   * A member of the cast was added, changed or removed; `before`: the earlier values of the changed fields, for the
   * undo.
   */
  CastChanged: { action: DecidedCastChange['action']; memberId: string; changes: CastFields; before: CastFields };
  /** Undoes the newest CastChanged. */
  CastRestored: { memberId: string; changes: CastFields };
  /** A step of the history was undone by the following events of the same append. `what`: the step, in words. */
  StepUndone: TakenBack;
  /** An undone step was redone by the following events of the same append. */
  StepRedone: TakenBack;
  /** The project, or one of its scenes, was restored to a revision by the following events of the same append. */
  VersionRestored: { revision: string; at: string; onlyScene: string | null };
  /**
   * The project, or one of its scenes, took over the content that its alternative had at a revision, by the following
   * events of the same append. `title`: the alternative's title.
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

  /** A scene was replaced by two scenes, which share its words; `cutId` identifies the cut for its undo. */
  SceneSplit: SceneCut;
  /** Two scenes were replaced by one scene. */
  ScenesMerged: SceneCut;
  /** Undoes a SceneSplit or ScenesMerged: the earlier scenes are restored. */
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
  /** A film's progress: `progress` from 0 to 1, and `step`, which is shown to users. */
  FilmAdvanced: { filmId: string; progress: number; step: string };
  FilmRemoved: { filmId: string };
  /** Undoes a FilmRemoved. */
  FilmRestored: { filmId: string };

  /** Anybody with the link can watch the film; without a `filmId`, the final video. */
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

  /** The result of a run was put into its scene. `previousMainId`: id of the main image or video before that. */
  RunKept: {
    sceneId: string;
    runId: string;
    images: { slotId: string; url: string }[];
    video: VideoItem | null;
    previousMainId: string | null;
    /** For text runs: the scene's texts after and before. */
    texts?: { after: SceneTexts; before: SceneTexts };
  };

  /** A scene got the narration of an alternative's scene, or one of its own earlier narrations. */
  SpeechTaken: { sceneId: string; speech: SceneSpeech | null };

  SceneDescribed: {
    sceneId: string;
    description: string;
    imagePrompt: string;
    videoPrompt: string;
    holdId: string;
  };
  /**
   * Shots of a scene were set by hand, or returned to automatic; `pins`: all shots that are set by hand from then on.
   */
  ShotsChanged: { sceneId: string; action: ShotChange['action']; pins: ShotPin[] };
  /** Undoes the newest ShotsChanged of the scene. */
  ShotsRestored: { sceneId: string; pins: ShotPin[] };
  /** A draft became the project's story; `before` is the replaced story, for the undo. */
  StoryWritten: { draftId: string; story: string; before: string; holdId: string };
  /** Undoes a StoryWritten: the replaced story is restored. */
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
