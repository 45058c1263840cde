import { fireEvent, screen } from '@testing-library/react';
import { StoryAudio } from '../features/narration/StoryAudio';
import { NEW_VOICE_CHOICE } from '../features/narration/VoiceSettings';
import { clearDeadImages, startImageGeneration } from '../features/pictures/images/useImageGeneration';
import { imageJobTracker } from '../features/pictures/images/image-job-tracker';
import { batchWith } from '../testing/batch-fixtures';
import { JOB_ID, PREDICTION_ID, PROJECT_ID, SCENE_ID, sceneWith } from '../testing/media-fixtures';
import {
  expectToast,
  type Message,
  SCENE,
  setStage,
  type Stage,
  describeScenes,
  queueAll,
  answerBatches,
} from '../testing/message-stage';
import { predictionTracker } from '../features/pictures/clips/prediction-tracker';
import { startVideoGeneration } from '../features/pictures/clips/useVideoGeneration';

setStage();

const GENERATE_IMAGE = '/api/midjourney/generate-image';
const GENERATE_VIDEO = '/api/replicate/generate-video';
const PLACE = { sceneId: SCENE_ID, projectId: PROJECT_ID };
const ORDER = { modelId: 'kling-v2.1', duration: 5, quality: 'standard', extras: {} } as const;
const OTHER = sceneWith([], { id: JOB_ID, order: 20 });

const pollJob = async ({ queryClient }: Stage) => imageJobTracker(queryClient).jobStarted(JOB_ID, PLACE);
const pollClip = async ({ queryClient }: Stage) => predictionTracker(queryClient).started(PREDICTION_ID, PLACE);
const startImages = ({ queryClient }: Stage, scene = SCENE) => startImageGeneration(queryClient, scene);
const startVideo = ({ queryClient }: Stage, scene = SCENE) => startVideoGeneration(queryClient, scene, ORDER, {});

const IMAGES: Message[] = [
  [
    'Generation interrupted',
    'The job was not found. Please try generating images again.',
    async (stage) => {
      stage.server.fail('GET', '/api/midjourney/job/:id', 404);
      await pollJob(stage);
    },
  ],
  ...(['The model refused.', null] as const).map((error): Message => [
    'Image generation failed',
    error ?? 'An error occurred during image generation.',
    async (stage) => {
      stage.server.job = { status: 'failed', error };
      await pollJob(stage);
    },
  ]),
  [
    'Failed to start image generation',
    '',
    async (stage) => {
      stage.refuse('POST', GENERATE_IMAGE);
      await startImages(stage);
    },
  ],
  [
    'Cleanup failed',
    '',
    async ({ refuse, queryClient }) => {
      refuse('POST');
      await clearDeadImages(queryClient, SCENE);
    },
  ],
  ['No scene selected', '', ({ queryClient }) => startImageGeneration(queryClient, null)],
  [
    'No image prompt',
    'Please add an image prompt first before generating images.',
    (stage) => startImages(stage, { ...SCENE, imagePrompt: ' ' }),
  ],
  [
    'Batch failed',
    '',
    async (stage) => {
      stage.refuse('POST', '/api/batches');
      await queueAll(stage);
    },
  ],
  [
    'Batch partially queued',
    /^1 queued, 1 failed\./,
    async (stage) => {
      const problems = [{ sceneId: OTHER.id, message: 'No room.' }];
      answerBatches(stage, batchWith({ waiting: 0, running: 1, skipped: 1, problems }));
      await queueAll(stage);
    },
  ],
];

const VIDEOS: Message[] = [
  [
    'Video generation failed',
    'The model is away.',
    async (stage) => {
      stage.server.fail('POST', GENERATE_VIDEO, 503, 'The model is away.');
      await startVideo(stage);
    },
  ],
  [
    'Video generation failed',
    'The clip was too dark.',
    async (stage) => {
      stage.server.prediction = { status: 'failed', error: 'The clip was too dark.' };
      await pollClip(stage);
    },
  ],
  ['Scene not available', '', ({ queryClient }) => startVideoGeneration(queryClient, null, ORDER, {})],
  [
    'No image to convert',
    'Please generate or upload an image for this scene first.',
    (stage) => startVideo(stage, sceneWith()),
  ],
];

const NEUTRAL: Message[] = [
  ...(['Another one runs.', 'A generation is already in progress.'] as const).map((message, at): Message => [
    'Generation already in progress',
    '',
    async (stage) => {
      stage.server.fail('POST', GENERATE_IMAGE, at === 0 ? 409 : 400, message);
      await startImages(stage);
    },
  ]),
  [
    'Video generation cleaned up',
    'Removed stale processing video that no longer exists.',
    async (stage) => {
      stage.server.fail('GET', '/api/replicate/prediction/:id', 404);
      await pollClip(stage);
    },
  ],
  [
    'Feature Coming Soon',
    '',
    async ({ show, server }) => {
      show(<StoryAudio project={server.project} voice={NEW_VOICE_CHOICE} canGenerate={false} />);
      fireEvent.click(screen.getByRole('button', { name: 'Generate Story Audio' }));
    },
  ],
  ['Generation started', '', queueAll],
  [
    'Batch complete',
    '',
    async (stage) => {
      await queueAll(stage);
      stage.server.doWork();
    },
  ],
  [
    'All Descriptions Generated!',
    '',
    async (stage) => {
      await describeScenes(stage);
      stage.server.doWork();
    },
  ],
];

describe('the error catalogue of generations', () => {
  it.each([...IMAGES, ...VIDEOS])('shows "%s" / "%s" as a destructive toast [SHELL-27]', (...message) =>
    expectToast('destructive', message),
  );

  it.each(NEUTRAL)('shows "%s" / "%s" as a neutral toast [SHELL-27]', (...message) => expectToast('default', message));
});
