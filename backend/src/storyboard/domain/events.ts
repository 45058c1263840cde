import type { ProjectFields, SceneFields, VideoItem } from '@storyreel/contracts';
import type { ImageSlot, SceneContent } from './scene-state';

type Dollars = number;

/** What a paid job was promised for; `units` are ledger units (0.0001 zap). */
export interface JobPrice {
  holdId: string;
  units: number;
  usd: Dollars;
  priceVersion: string;
}

/** Everything that happens to a project and its scenes, in the one stream `project-<id>`. */
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

  ImageJobQueued: JobPrice & {
    jobId: string;
    sceneId: string;
    prompt: string;
    model: string;
    /** Counts the scene's generations from 1. */
    generation: number;
    slotIds: string[];
    bulk: boolean;
    requestHash: string;
  };
  ImageJobStarted: { jobId: string; sceneId: string; provider: string };
  ImageJobAccepted: { jobId: string; sceneId: string; predictionId: string };
  ImageJobCompleted: { jobId: string; sceneId: string; images: { slotId: string; url: string }[]; usd: Dollars };
  ImageJobFailed: { jobId: string; sceneId: string; error: string };

  VideoJobQueued: JobPrice & {
    jobId: string;
    sceneId: string;
    modelId: string;
    prompt: string;
    settings: Record<string, string | number | boolean>;
    imageUrl: string;
    seconds: number;
    requestHash: string;
  };
  VideoJobStarted: { jobId: string; sceneId: string; provider: string };
  VideoJobAccepted: { jobId: string; sceneId: string; providerPredictionId: string };
  VideoJobCompleted: { jobId: string; sceneId: string; video: VideoItem; usd: Dollars };
  VideoJobFailed: { jobId: string; sceneId: string; error: string };

  SceneDescribed: {
    sceneId: string;
    description: string;
    imagePrompt: string;
    videoPrompt: string;
    holdId: string;
  };
  ScenePromptWritten: { sceneId: string; field: 'imagePrompt' | 'videoPrompt'; value: string; holdId: string };
}

export type ProjectEventType = keyof ProjectEvents;
export type ProjectEvent = { [Type in ProjectEventType]: { type: Type; data: ProjectEvents[Type] } }[ProjectEventType];
export type ProjectEventOf<Type extends ProjectEventType> = Extract<ProjectEvent, { type: Type }>;
export type { ImageSlot };
