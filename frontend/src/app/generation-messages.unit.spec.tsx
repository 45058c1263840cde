import { type Batch, FILE_LIMITS } from '@storyreel/contracts';
import { act, fireEvent, screen } from '@testing-library/react';
import { StoryAudio } from '../screens/workspace/audio/StoryAudio';
import { STORY_AUDIO } from '../screens/workspace/audio/story-audio';
import { useStartBatch } from '../domains/batches/start-batch';
import { MidjourneyPrompt } from '../screens/workspace/settings/MidjourneyPrompt';
import { useCreateContinuity } from '../screens/workspace/settings/useCreateContinuity';
import { COMPLETED_VIDEO } from '../screens/workspace/create/completed-video';
import { downloadZip } from '../screens/workspace/create/download-zip';
import { clearDeadImages } from '../domains/image-jobs/clear-images';
import { imageJobTracker } from '../domains/image-jobs/image-job-tracker';
import { startImageGeneration } from '../domains/image-jobs/start-image-generation';
import { addFile } from '../domains/media/add-media';
import { uploadProjectFile } from '../domains/media/project-file';
import PublishTab from '../screens/workspace/publish/PublishTab';
import { usePromptActions } from '../domains/scenes/prompt-actions';
import { batchWith, overBatch } from '../testing/batch-fixtures';
import { JOB_ID, PREDICTION_ID, PROJECT_ID, projectWith, SCENE_ID, sceneWith } from '../testing/media-fixtures';
import { expectToast, type Message, pass, SCENE, setStage, type Stage } from '../testing/message-stage';
import { predictionTracker } from '../domains/videos/prediction-tracker';
import { startVideoGeneration } from '../domains/videos/start-video-generation';

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

/** What is done with a scene's texts. */
async function actOnTexts(
  stage: Stage,
  action: keyof ReturnType<typeof usePromptActions>,
  scene = SCENE,
): Promise<void> {
  const actions = await stage.run(() => usePromptActions(scene));
  await act(() => actions.current[action](stage.server.project, null));
}
async function describeScenes({ run, server }: Stage, sceneIds = [SCENE_ID]): Promise<void> {
  const batch = await run(() => useStartBatch(server.project));
  await act(() => batch.current.descriptions(sceneIds));
}
async function queueAll({ run, server }: Stage): Promise<void> {
  const batch = await run(() => useStartBatch(server.project));
  await act(() => batch.current.images([SCENE_ID], 0));
}
/** A batch is started, of which the server says what it answers then, and what has become of it when it is asked. */
function answerBatches({ server }: Stage, started: Batch, later: Batch = started): void {
  server.on('POST', '/api/batches', () => ({ status: 201, json: started }));
  server.on('GET', '/api/batches', () => ({ json: [later] }));
}
async function generatePrompt({ show, server }: Stage, characters: string): Promise<void> {
  show(<MidjourneyPrompt project={{ ...server.project, characters }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
  await pass(50);
}
function fileOf(type: string, size = 3): File {
  const file = new File(['xyz'], 'a', { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}
const uploadAudio = ({ queryClient, server }: Stage, file: File) =>
  uploadProjectFile(queryClient, server.project, STORY_AUDIO, file);
const uploadVideo = ({ queryClient, server }: Stage, file: File) =>
  uploadProjectFile(queryClient, server.project, COMPLETED_VIDEO, file);

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

const TEXTS: Message[] = [
  ...(
    [
      ['Enhancement failed', 'enhanceImagePrompt'],
      ['Failed to regenerate scene description', 'regenerateDescription'],
      ['Failed to generate video prompt', 'regenerateVideoPrompt'],
    ] as const
  ).map(([title, action]): Message => [
    title,
    '',
    async (stage) => {
      stage.refuse('POST');
      await actOnTexts(stage, action);
    },
  ]),
  [
    'No image prompt',
    'Please add an image prompt first before generating images.',
    (stage) => actOnTexts(stage, 'enhanceImagePrompt', { ...SCENE, imagePrompt: ' ' }),
  ],
  [
    'No description available',
    '',
    (stage) => actOnTexts(stage, 'regenerateImagePrompt', { ...SCENE, description: ' ' }),
  ],
  [
    'No scene description available',
    '',
    (stage) => actOnTexts(stage, 'regenerateVideoPrompt', { ...SCENE, description: ' ' }),
  ],
  [
    'Please write a story first',
    '',
    async (stage) => {
      stage.server.project = projectWith({ story: ' ' });
      await describeScenes(stage);
    },
  ],
  ['Please create scenes first', '', (stage) => describeScenes(stage, [])],
  [
    'Partial Success',
    /^1\/2\b/,
    async (stage) => {
      const texts = { kind: 'descriptions' as const, waiting: 0, running: 0 };
      answerBatches(stage, batchWith({ ...texts, running: 2 }), overBatch({ ...texts, made: 1, failed: 1 }));
      await describeScenes(stage);
    },
  ],
  [
    'Generation Failed',
    /^0\/2\b/,
    async (stage) => {
      stage.refuse('POST');
      await describeScenes(stage, [SCENE_ID, OTHER.id]);
    },
  ],
  [
    'Error',
    'Failed to generate continuity details. Please try again.',
    async (stage) => {
      stage.refuse('POST');
      const continuity = await stage.run(() => useCreateContinuity(stage.server.project));
      await act(() => continuity.current.create());
    },
  ],
  ['No Characters Available', '', (stage) => generatePrompt(stage, ' \n')],
  ['No Character Details Found', '', (stage) => generatePrompt(stage, 'a tall keeper')],
  [
    'Generation Failed',
    '',
    async (stage) => {
      stage.refuse('PATCH');
      await generatePrompt(stage, 'Mira: tall');
    },
  ],
];

const FILES: Message[] = [
  [
    'Upload Failed',
    'Failed to upload audio. Please try again.',
    async (stage) => {
      stage.refuse('POST');
      await uploadAudio(stage, fileOf('audio/mpeg'));
    },
  ],
  [
    'Upload Failed',
    'Failed to upload video. Please try again.',
    async (stage) => {
      stage.refuse('POST');
      await uploadVideo(stage, fileOf('video/mp4'));
    },
  ],
  ['Invalid File Type', 'Please upload an audio file.', (stage) => uploadAudio(stage, fileOf('image/png'))],
  [
    'File Too Large',
    'Please upload an audio file smaller than 50MB.',
    (stage) => uploadAudio(stage, fileOf('audio/mpeg', FILE_LIMITS.audio + 1)),
  ],
  [
    'Invalid file type',
    'Please upload a video file.',
    ({ queryClient }) => addFile(queryClient, SCENE, fileOf('image/png'), 'video'),
  ],
  ['Invalid file type', 'Please select a video file.', (stage) => uploadVideo(stage, fileOf('image/png'))],
  [
    'File too large',
    'Video files must be smaller than 100MB.',
    (stage) => uploadVideo(stage, fileOf('video/mp4', FILE_LIMITS.completedVideo)),
  ],
  ['No project selected', '', () => downloadZip(null)],
  [
    'No Assets Found',
    "This project doesn't have any videos or audio files to download.",
    async ({ server }) => {
      server.fail('GET', '/api/projects/:id/download-all', 404);
      await downloadZip(server.project);
    },
  ],
  [
    'Download Failed',
    '',
    async ({ server }) => {
      server.fail('GET', '/api/projects/:id/download-all', 500);
      await downloadZip(server.project);
    },
  ],
  [
    'Feature Coming Soon',
    'TikTok integration will be available in a future update.',
    async ({ show, server }) => {
      show(<PublishTab project={{ ...server.project, completedVideoUrl: '/api/media/final.mp4' }} />);
      fireEvent.click(screen.getByRole('button', { name: 'Publish', description: 'TikTok' }));
    },
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
      show(<StoryAudio project={server.project} />);
      fireEvent.click(screen.getByRole('button', { name: 'Generate Story Audio' }));
    },
  ],
  ['Jobs queued', '', queueAll],
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

describe('the error catalogue of generations, files and the ZIP', () => {
  it.each([...IMAGES, ...VIDEOS, ...TEXTS, ...FILES])(
    'shows "%s" / "%s" as a destructive toast [SHELL-27]',
    (...message) => expectToast('destructive', message),
  );

  it.each(NEUTRAL)('shows "%s" / "%s" as a neutral toast [SHELL-27]', (...message) => expectToast('default', message));
});
