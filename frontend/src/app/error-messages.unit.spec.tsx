import type { EstimateRequest, SaveStyleRequest } from '@storyreel/contracts';
import { act, fireEvent, screen } from '@testing-library/react';
import { addFile, chooseMain, deleteMedia } from '../features/pictures/media/commands';
import { imageAssets, videoAssets } from '../features/pictures/media/assets';
import type { MediaAsset } from '../features/pictures/media/assets';
import { useDeleteProject, useUpdateProject } from '../features/projects/api';
import { useProjectAutosave } from '../features/projects/useProjectAutosave';
import { useDeleteScene } from '../features/scenes/commands';
import { useScenes } from '../features/scenes/api';
import { useSceneAutosave } from '../features/scenes/useSceneAutosave';
import { useDeleteStyle, useSaveStyle } from '../features/styles/api';
import { styleNumbered } from '../testing/app-server';
import { PREDICTION_ID, PROJECT_ID, SCENE_ID } from '../testing/media-fixtures';
import { expectToast, type Message, pass, SCENE, setStage, type Stage, undo } from '../testing/message-stage';
import { ImageUpload } from '../features/uploads/ImageUpload';
import { placeholderVideo, predictionTracker } from '../features/pictures/clips/prediction-tracker';
import { useCostEstimate } from '../features/zaps/api';
import { useAddZaps } from '../features/credits/PurchaseTab';

setStage();

const png = new File(['xyz'], 'a.png', { type: 'image/png' });
const mp4 = new File(['xyz'], 'a.mp4', { type: 'video/mp4' });
const [image, otherImage] = imageAssets(SCENE) as [MediaAsset, MediaAsset];
const [video] = videoAssets(SCENE) as [MediaAsset];
const STYLE = styleNumbered(1);
const CONTENT: SaveStyleRequest = { name: 'Ink', imageUrl: '/api/media/ink.png', category: 'Custom' };
const COST: EstimateRequest = { provider: 'internal', model: 'text', operation: 'continuity', usage: { requests: 1 } };

/** Makes restoring fail after the deletion has succeeded. */
async function failToRestore(stage: Stage, deleted: string): Promise<void> {
  stage.refuse('POST');
  await undo(deleted);
}
async function chooseImage({ show }: Stage): Promise<void> {
  show(<ImageUpload purpose="image" label="Picture" value="" onChange={() => undefined} />);
  fireEvent.change(screen.getByLabelText('Picture file'), { target: { files: [png] } });
  await pass(50);
}

const SAVING: Message[] = [
  [
    'Auto-save failed',
    "Changes couldn't be saved.",
    async ({ refuse, run }) => {
      refuse('PATCH');
      const field = await run(() => useSceneAutosave(SCENE, 'title'));
      act(() => field.current.setValue('Another'));
    },
  ],
  [
    'Save Failed',
    'Failed to save changes. Please try again.',
    async ({ refuse, run, server }) => {
      refuse('PATCH');
      const field = await run(() => useProjectAutosave(server.project, 'story'));
      act(() => field.current.setValue('Another'));
    },
  ],
  [
    'Save Failed',
    'Failed to save changes. Please try again.',
    async ({ refuse, run }) => {
      refuse('PATCH');
      const update = await run(useUpdateProject);
      act(() => update.current({ id: PROJECT_ID, changes: { status: 'complete' } }));
    },
  ],
  [
    'Failed to fetch scenes.',
    '',
    async ({ refuse, run }) => {
      refuse('GET', '/api/scenes');
      await run(() => useScenes(PROJECT_ID));
    },
  ],
];

const MEDIA: Message[] = [
  [
    'Upload failed',
    'Failed to add video to scene. Please try again.',
    async ({ refuse, queryClient }) => {
      refuse('POST', '/api/scenes/:id/videos');
      await addFile(queryClient, SCENE, mp4, 'video');
    },
  ],
  [
    'Upload failed',
    'Failed to add image to scene. Please try again.',
    async ({ refuse, queryClient }) => {
      refuse('POST', '/api/scenes/:id/images');
      await addFile(queryClient, SCENE, png, 'image');
    },
  ],
  [
    'Update failed',
    'Failed to set main video. Please try again.',
    async ({ refuse, queryClient }) => {
      refuse('PATCH');
      await chooseMain(queryClient, SCENE, video);
    },
  ],
  [
    'Update failed',
    'Failed to set main image. Please try again.',
    async ({ refuse, queryClient }) => {
      refuse('PATCH');
      await chooseMain(queryClient, SCENE, otherImage);
    },
  ],
  [
    'Video processing error',
    'Failed to finalize video generation. Please try again.',
    async ({ server, queryClient }) => {
      server.change({ videos: [placeholderVideo(PREDICTION_ID, 5)] });
      server.prediction = { status: 'succeeded' };
      predictionTracker(queryClient).started(PREDICTION_ID, { sceneId: SCENE_ID, projectId: PROJECT_ID });
    },
  ],
  ...(['/api/objects/upload', '/api/objects/finalize'] as const).map((step): Message => [
    'Upload Failed',
    'Failed to upload image. Please try again.',
    async (stage) => {
      stage.refuse('POST', step);
      await chooseImage(stage);
    },
  ]),
  [
    'Upload Failed',
    'Failed to upload image. Please try again.',
    async (stage) => {
      stage.server.holdUploads = true;
      await chooseImage(stage);
      act(() => stage.server.puts[0]?.finish(500));
    },
  ],
];

const DELETIONS: Message[] = [
  [
    'Deletion failed',
    'Failed to delete project. Please try again.',
    async ({ refuse, run, server }) => {
      refuse('DELETE');
      const deletion = await run(useDeleteProject);
      act(() => deletion.current.mutate(server.project));
    },
  ],
  [
    'Deletion failed',
    'Failed to delete scene. Please try again.',
    async ({ refuse, run }) => {
      refuse('DELETE');
      const deletion = await run(useDeleteScene);
      act(() => deletion.current.mutate(SCENE));
    },
  ],
  ...[image, video].map((asset): Message => [
    'Deletion failed',
    `Failed to delete ${asset.type}. Please try again.`,
    async ({ refuse, queryClient }) => {
      refuse('DELETE');
      await deleteMedia(queryClient, SCENE, asset);
    },
  ]),
  [
    'Restore failed',
    'Failed to restore project. Please try again.',
    async (stage) => {
      stage.server.on('DELETE', '/api/projects/:id', () => ({ json: { id: stage.server.project.id } }));
      const deletion = await stage.run(useDeleteProject);
      act(() => deletion.current.mutate(stage.server.project));
      await failToRestore(stage, 'Project deleted');
    },
  ],
  [
    'Restore failed',
    'Failed to restore scene. Please try again.',
    async (stage) => {
      stage.server.on('DELETE', '/api/scenes/:id', () => ({ json: { id: SCENE.id } }));
      const deletion = await stage.run(useDeleteScene);
      act(() => deletion.current.mutate(SCENE));
      await failToRestore(stage, 'Scene deleted');
    },
  ],
  ...[image, video].map((asset): Message => [
    'Restore failed',
    `Failed to restore ${asset.type}. Please try again.`,
    async (stage) => {
      await deleteMedia(stage.queryClient, SCENE, asset);
      await failToRestore(stage, asset.type === 'image' ? 'Image deleted' : 'Video deleted');
    },
  ]),
];

const STYLES_AND_ZAPS: Message[] = [
  [
    'Error',
    'Failed to create style. Please try again.',
    async ({ refuse, run }) => {
      refuse('POST');
      const save = await run(() => useSaveStyle());
      act(() => save.current.mutate(CONTENT));
    },
  ],
  [
    'Error',
    'Failed to update style. Please try again.',
    async ({ refuse, run }) => {
      refuse('PUT');
      const save = await run(() => useSaveStyle(STYLE.id));
      act(() => save.current.mutate(CONTENT));
    },
  ],
  [
    'Error',
    'Failed to delete style. Please try again.',
    async ({ refuse, run }) => {
      refuse('DELETE');
      const deletion = await run(useDeleteStyle);
      act(() => deletion.current.mutate(STYLE));
    },
  ],
  [
    'Failed to get cost estimate',
    '',
    async ({ refuse, run }) => {
      refuse('POST', '/api/costs/estimate');
      await run(() => useCostEstimate(COST));
    },
  ],
  [
    'Failed to Add Zaps',
    'The card was refused.',
    async ({ server, run }) => {
      server.fail('POST', '/api/credits/add-zaps', 402, 'The card was refused.');
      const purchase = await run(useAddZaps);
      act(() => purchase.current.mutate(100));
    },
  ],
  [
    'Failed to Add Zaps',
    'Unable to add zaps.',
    async ({ server, run }) => {
      server.disconnect('POST', '/api/credits/add-zaps');
      const purchase = await run(useAddZaps);
      act(() => purchase.current.mutate(100));
    },
  ],
];

describe('the error catalogue of projects, scenes, styles and zaps', () => {
  it.each([...SAVING, ...MEDIA, ...DELETIONS, ...STYLES_AND_ZAPS])(
    'shows "%s" / "%s" as a destructive toast [SHELL-27]',
    (...message) => expectToast('destructive', message),
  );
});
