import type { ProjectFields } from '@storyreel/contracts';
import { EMPTY_SCENE, type ProjectEvent, type ProjectEvents, type SceneContent } from '../projects/storyboard';
import type { StoredObject } from '../infra/storage';
import { KeptImages } from '../projects/storyboard/history/kept-images';
import { NEW_PROJECT_FIELDS } from '../projects/storyboard/domain/project';

export const PROJECT = '22222222-2222-4222-8222-222222222222';
export const sceneId = (n: number): string => `33333333-3333-4333-8333-${String(n).padStart(12, '0')}`;

export const scene = (n: number, changes: Partial<SceneContent> = {}): SceneContent => ({
  ...EMPTY_SCENE,
  id: sceneId(n),
  title: `Scene ${n}`,
  order: n * 10,
  ...changes,
});

export const created = (scenes: SceneContent[] = [], fields: Partial<ProjectFields> = {}): ProjectEvent => ({
  type: 'ProjectCreated',
  data: { projectId: PROJECT, fields: { ...NEW_PROJECT_FIELDS, ...fields }, scenes, copiedFrom: null },
});

export const image = (id: string, changes: Partial<SceneContent['images'][number]> = {}) => ({
  id,
  url: `/api/media/${id}`,
  status: 'complete' as const,
  jobId: null,
  ...changes,
});

export const video = (id: string) => ({
  id,
  url: `/api/media/${id}`,
  filename: `${id}.mp4`,
  mimeType: 'video/mp4',
  size: 10,
  duration: 5,
  thumbnail: null,
  status: 'complete' as const,
});

const price = { holdId: 'hold', units: 40_000, usd: 0.1, priceVersion: 'v' };

export const imageJobQueued = (n: number, jobId: string, slotIds: string[]): ProjectEvent => ({
  type: 'ImageJobQueued',
  data: {
    ...price,
    jobId,
    sceneId: sceneId(n),
    prompt: 'a lighthouse',
    model: 'v6.1',
    generation: 1,
    slotIds,
    bulk: false,
    requestHash: 'hash',
  },
});

export const videoJobQueued = (n: number, jobId: string): ProjectEvent => ({
  type: 'VideoJobQueued',
  data: {
    ...price,
    jobId,
    sceneId: sceneId(n),
    modelId: 'kling-v2.1',
    prompt: 'waves',
    settings: {},
    imageUrl: '/api/media/a',
    seconds: 5,
    requestHash: 'hash',
  } satisfies ProjectEvents['VideoJobQueued'],
});

/** A storage from which retention has deleted nothing. */
export const everythingKept = new KeptImages({
  findAllReady: (keys) => Promise.resolve(keys.map((key) => ({ key }) as StoredObject)),
});
