import { act } from '@testing-library/react';
import { clearDeadImages } from '../features/pictures/images/useImageGeneration';
import { addFile, chooseMain, deleteMedia } from '../features/pictures/media/commands';
import { deleteProjectFile, uploadProjectFile } from '../features/pictures/media/useProjectFile';
import { imageAssets } from '../features/pictures/media/assets';
import type { MediaAsset } from '../features/pictures/media/assets';
import { useConnectAccount, useRemoveAccount } from '../features/posts/social/connections';
import { cancelSchedule, deletePost, describePost, reschedulePost } from '../features/posts/post-commands';
import { reorderProjects, useDeleteProject, useUpdateProject } from '../features/projects/api';
import { useProjectAutosave } from '../features/projects/useProjectAutosave';
import { useDeleteAllScenes, useDeleteScene } from '../features/scenes/commands';
import { usePromptActions } from '../features/scenes/PromptActions';
import { saveSceneOrder } from '../features/scenes/api';
import { useSceneAutosave } from '../features/scenes/useSceneAutosave';
import { useDeleteStyle, useSaveStyle, useTakeReadyMadeStyle } from '../features/styles/api';
import { STORY_AUDIO } from '../features/narration/StoryAudio';
import { notifyOfReport, reportOf } from '../features/posts/composer/submission';
import { createPosts } from '../features/posts/post-commands';
import { useCreateContinuity } from '../features/workspace/settings/ContinuityTab';
import { styleNumbered } from '../testing/app-server';
import { PROJECT_ID, SCENE_ID } from '../testing/media-fixtures';
import { SCENE, openStage, setStage, toastTitled, undo, type Stage } from '../testing/message-stage';
import { postWith, socialAccountOf } from '../testing/social-fixtures';

setStage();

const REASON = 'The server says why.';
const [image, otherImage] = imageAssets(SCENE) as [MediaAsset, MediaAsset];
const png = new File(['xyz'], 'a.png', { type: 'image/png' });
const mp3 = new File(['xyz'], 'a.mp3', { type: 'audio/mpeg' });
const POST = postWith();
const STYLE = { name: 'Ink', imageUrl: '/api/media/ink.png', category: 'Custom' } as const;

type Refused = [
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  title: string,
  provoke: (stage: Stage) => Promise<unknown>,
];

/** Renders a hook and acts on its result. */
const using =
  <T,>(hook: (stage: Stage) => T, act_: (given: T, stage: Stage) => unknown): Refused[2] =>
  async (stage) => {
    const given = await stage.run(() => hook(stage));
    await act(async () => void act_(given.current, stage));
  };

const REFUSED: Refused[] = [
  ['PATCH', 'Save Failed', using(useUpdateProject, (update) => update({ id: PROJECT_ID, changes: { title: 'B' } }))],
  [
    'PATCH',
    'Save Failed',
    using(
      ({ server }) => useProjectAutosave(server.project, 'story'),
      (field) => field.setValue('Another'),
    ),
  ],
  [
    'PATCH',
    'Auto-save failed',
    using(
      () => useSceneAutosave(SCENE, 'title'),
      (field) => field.setValue('Another'),
    ),
  ],
  ['POST', "Couldn't save the order of the projects", ({ queryClient }) => reorderProjects(queryClient, [PROJECT_ID])],
  [
    'POST',
    "Couldn't save the order of the scenes",
    async ({ queryClient }) => saveSceneOrder(queryClient, PROJECT_ID, [SCENE], [SCENE, { ...SCENE, id: PROJECT_ID }]),
  ],
  ['DELETE', 'Deletion failed', using(useDeleteProject, (deletion, { server }) => deletion.mutate(server.project))],
  ['DELETE', 'Deletion failed', using(useDeleteScene, (deletion) => deletion.mutate(SCENE))],
  [
    'DELETE',
    'Deletion failed',
    using(
      () => useDeleteAllScenes(PROJECT_ID),
      (deletion) => deletion.mutate(),
    ),
  ],
  ['DELETE', 'Deletion failed', ({ queryClient }) => deleteMedia(queryClient, SCENE, image)],
  ['PATCH', 'Update failed', ({ queryClient }) => chooseMain(queryClient, SCENE, otherImage)],
  ['POST', 'Cleanup failed', ({ queryClient }) => clearDeadImages(queryClient, SCENE)],
  ['POST', 'Upload Failed', ({ queryClient }) => addFile(queryClient, SCENE, png, 'image')],
  [
    'POST',
    'Upload Failed',
    ({ queryClient, server }) => uploadProjectFile(queryClient, server.project, STORY_AUDIO, mp3),
  ],
  [
    'PATCH',
    'Deletion failed',
    ({ queryClient, server }) => deleteProjectFile(queryClient, server.project, STORY_AUDIO),
  ],
  [
    'PATCH',
    'Reschedule Failed',
    ({ queryClient }) => reschedulePost(queryClient, POST, new Date('2030-01-01T09:00:00Z'), null),
  ],
  ['PATCH', 'Cancelling failed', ({ queryClient }) => cancelSchedule(queryClient, POST)],
  ['DELETE', 'Deletion failed', ({ queryClient }) => deletePost(queryClient, POST)],
  [
    'POST',
    'Creation Failed',
    async ({ queryClient }) => {
      const outcome = await createPosts(queryClient, [
        {
          platform: POST.platform,
          socialAccountId: socialAccountOf('instagram').id,
          title: POST.title,
          content: POST.content,
        },
      ]);
      notifyOfReport(reportOf(outcome, [], 'compact'), 'compact', () => undefined);
    },
  ],
  [
    'POST',
    'Generation Failed',
    ({ queryClient }) =>
      describePost(queryClient, { title: 'Night', platforms: ['instagram'], project: null }, () => undefined),
  ],
  [
    'POST',
    'Connection Failed',
    using(
      () => useConnectAccount(),
      (connection) => connection.mutate({ platform: 'instagram', authorizeUrl: null }),
    ),
  ],
  [
    'DELETE',
    "Couldn't disconnect the account",
    using(useRemoveAccount, (removal) => removal.mutate(socialAccountOf('instagram'))),
  ],
  [
    'POST',
    'Error',
    using(
      () => useSaveStyle(),
      (save) => save.mutate(STYLE),
    ),
  ],
  [
    'PUT',
    'Error',
    using(
      () => useSaveStyle(styleNumbered(1).id),
      (save) => save.mutate(STYLE),
    ),
  ],
  ['POST', 'Error', using(useTakeReadyMadeStyle, (take) => take.mutate('cut-paper'))],
  ['DELETE', 'Error', using(useDeleteStyle, (deletion) => deletion.mutate(styleNumbered(1)))],
  [
    'POST',
    'Enhancement failed',
    using(
      () => usePromptActions(SCENE),
      (actions) => actions.enhanceImagePrompt(),
    ),
  ],
  [
    'POST',
    'Failed to regenerate scene description',
    using(
      () => usePromptActions(SCENE),
      (actions, { server }) => actions.regenerateDescription(server.project),
    ),
  ],
  [
    'POST',
    'Error',
    using(
      ({ server }) => useCreateContinuity(server.project),
      (continuity) => continuity.create(),
    ),
  ],
  [
    'POST',
    'Restore failed',
    async (stage) => {
      stage.server.on('DELETE', '/api/scenes/:id', () => ({ json: { id: SCENE_ID } }));
      const deletion = await stage.run(useDeleteScene);
      act(() => deletion.current.mutate(SCENE));
      await undo('Scene deleted');
    },
  ],
];

describe('a refusal of the server', () => {
  it.each(REFUSED)('of %s, "%s", is shown with its reason and logged [SHELL-29]', async (method, title, provoke) => {
    const stage = openStage();
    stage.server.fail(method, '*', 409, REASON);
    await provoke(stage);
    const toast = await toastTitled(title);
    expect(toast.querySelector('.description')?.textContent).toBe(REASON);
    expect(toast.dataset.variant).toBe('destructive');
    expect(jest.mocked(console.error).mock.calls.map(([line]: unknown[]) => line)).toContain(title);
  });
});
