import {
  type ImageSlotStatus,
  NEW_FILM_SETTINGS,
  type Project,
  type Scene,
  type VideoItem,
} from '@storyreel/contracts';

export const PROJECT_ID = '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0001';
export const SCENE_ID = '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0002';
export const JOB_ID = '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0003';
export const PREDICTION_ID = '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0004';
const NOW = '2026-11-01T10:00:00.000Z';

export interface SlotSketch {
  status?: ImageSlotStatus;
  url?: string;
  jobId?: string | null;
}

/** Returns a scene with these image slots; by default, the first usable one is the main image. */
export function sceneWith(slots: SlotSketch[] = [], part: Partial<Scene> = {}): Scene {
  const statuses = slots.map(({ status = 'complete' }) => status);
  const urls = slots.map(
    ({ url, status = 'complete' }, i) => url ?? (status === 'complete' ? `/api/media/${i}.png` : ''),
  );
  return {
    id: SCENE_ID,
    projectId: PROJECT_ID,
    title: 'The lighthouse',
    description: 'A lamp turns in the fog.',
    imagePrompt: 'A lighthouse in the fog',
    videoPrompt: 'The beam sweeps over the sea',
    duration: 5,
    sourceText: '',
    narration: null,
    speaker: '',
    cast: null,
    speech: null,
    speechStatus: 'none',
    speechError: null,
    shotPins: [],
    textsEdited: false,
    order: 10,
    displayOrder: 1,
    imageUrl: urls.find((url) => url !== '') ?? null,
    imageUrls: urls,
    imageStatuses: statuses,
    imageJobIds: slots.map(({ jobId = null }) => jobId),
    imageIds: slots.map((_, i) => `slot-${i}`),
    imageStatus: statuses.includes('processing') ? 'processing' : statuses.length > 0 ? 'complete' : 'pending',
    videos: [],
    mainVideoId: null,
    videoUrl: null,
    videoUrls: [],
    videoStatuses: [],
    createdAt: NOW,
    updatedAt: NOW,
    revision: '1',
    ...part,
  };
}

export const images = (count: number): SlotSketch[] => Array.from({ length: count }, () => ({}));

export const videoItem = (id: string, part: Partial<VideoItem> = {}): VideoItem => ({
  id,
  url: `/api/media/${id}.mp4`,
  filename: `${id}.mp4`,
  mimeType: 'video/mp4',
  size: 1234,
  duration: 5,
  thumbnail: `/api/media/${id}.png`,
  status: 'complete',
  ...part,
});

export const projectWith = (part: Partial<Project> = {}): Project => ({
  id: PROJECT_ID,
  userId: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0009',
  alternativeOf: null,
  title: 'The keeper',
  description: 'A keeper and a storm',
  story: 'Once upon a time.',
  status: 'draft',
  selectedStyle: null,
  characters: '',
  environment: '',
  props: '',
  imageUrl: null,
  midjourneyPrompt: '',
  language: null,
  storyAudioUrl: null,
  storyAudioFilename: null,
  storyAudioError: null,
  filmMusicUrl: null,
  filmMusicFilename: null,
  storyAudioStatus: 'pending',
  completedVideoUrl: null,
  completedVideoFilename: null,
  completedVideoStatus: 'pending',
  voices: [],
  cast: [],
  film: NEW_FILM_SETTINGS,
  sceneCount: 1,
  thumbnail: null,
  sceneCounts: {
    total: 1,
    described: 1,
    prompted: 1,
    withImage: 0,
    withMainVideo: 0,
    withImageAndMainVideo: 0,
    withAnyMedia: 0,
    narrated: 0,
  },
  createdAt: NOW,
  updatedAt: NOW,
  revision: '1',
  ...part,
});
