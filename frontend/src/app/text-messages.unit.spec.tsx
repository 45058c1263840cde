import { FILE_LIMITS } from '@storyreel/contracts';
import { act, fireEvent, screen } from '@testing-library/react';
import { STORY_AUDIO } from '../features/narration/StoryAudio';
import { MidjourneyPrompt } from '../features/workspace/settings/MidjourneyPrompt';
import { useCreateContinuity } from '../features/workspace/settings/ContinuityTab';
import { COMPLETED_VIDEO } from '../features/film/FinalVideo';
import { downloadZip } from '../features/workspace/create/download-zip';
import { addFile } from '../features/pictures/media/commands';
import { uploadProjectFile } from '../features/pictures/media/useProjectFile';
import PublishTab from '../features/workspace/publish/PublishTab';
import { usePromptActions } from '../features/scenes/PromptActions';
import { batchWith, overBatch } from '../testing/batch-fixtures';
import { JOB_ID, projectWith, SCENE_ID } from '../testing/media-fixtures';
import {
  expectToast,
  type Message,
  pass,
  SCENE,
  setStage,
  type Stage,
  describeScenes,
  answerBatches,
} from '../testing/message-stage';

setStage();

/** Runs an action on a scene's texts. */
async function actOnTexts(
  stage: Stage,
  action: keyof ReturnType<typeof usePromptActions>,
  scene = SCENE,
): Promise<void> {
  const actions = await stage.run(() => usePromptActions(scene));
  await act(() => actions.current[action](stage.server.project, null));
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
      await describeScenes(stage, [SCENE_ID, JOB_ID]);
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
    'LinkedIn integration will be available in a future update.',
    async ({ show, server }) => {
      show(<PublishTab project={{ ...server.project, completedVideoUrl: '/api/media/final.mp4' }} />);
      fireEvent.click(screen.getByRole('button', { name: 'Publish', description: 'LinkedIn' }));
    },
  ],
];

describe('the error catalogue of texts, files and the ZIP', () => {
  it.each([...TEXTS, ...FILES])('shows "%s" / "%s" as a destructive toast [SHELL-27]', (...message) =>
    expectToast('destructive', message),
  );
});
