import { act } from '@testing-library/react';
import { clearDeadImages } from '../domains/image-jobs/clear-images';
import { addFile } from '../domains/media/add-media';
import { chooseMain } from '../domains/media/choose-main';
import { deleteMedia } from '../domains/media/delete-media';
import { deleteProjectFile, uploadProjectFile } from '../domains/media/project-file';
import { imageAssets } from '../domains/media/scene-assets';
import type { MediaAsset } from '../domains/media/slots';
import { useConnectAccount, useRemoveAccount } from '../domains/posts/accounts';
import { cancelSchedule, reschedulePost } from '../domains/posts/change-post';
import { deletePost } from '../domains/posts/delete-post';
import { describePost } from '../domains/posts/describe-post';
import { useDeleteProject } from '../domains/projects/delete-project';
import { reorderProjects, useUpdateProject } from '../domains/projects/mutations';
import { useProjectAutosave } from '../domains/projects/useProjectAutosave';
import { useDeleteScene } from '../domains/scenes/delete-scene';
import { usePromptActions } from '../domains/scenes/prompt-actions';
import { useDeleteAllScenes } from '../domains/scenes/replace-all-scenes';
import { saveSceneOrder } from '../domains/scenes/save-scene-order';
import { useSceneAutosave } from '../domains/scenes/useSceneAutosave';
import { useDeleteStyle, useSaveStyle, useTakeReadyMadeStyle } from '../domains/styles/queries';
import { STORY_AUDIO } from '../screens/workspace/audio/story-audio';
import { submitPosts } from '../screens/social/submit-posts';
import { useCreateContinuity } from '../screens/workspace/settings/useCreateContinuity';
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

/** Runs a hook and does something with what it gives. */
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
    ({ queryClient }) => reschedulePost(queryClient, POST, new Date('2030-01-01T09:00:00Z')),
  ],
  ['PATCH', 'Cancelling failed', ({ queryClient }) => cancelSchedule(queryClient, POST)],
  ['DELETE', 'Deletion failed', ({ queryClient }) => deletePost(queryClient, POST)],
  [
    'POST',
    'Creation Failed',
    ({ queryClient }) =>
      submitPosts(queryClient, [
        {
          platform: POST.platform,
          socialAccountId: socialAccountOf('instagram').id,
          title: POST.title,
          content: POST.content,
        },
      ]),
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

describe('what the server refuses', () => {
  it.each(REFUSED)('of %s, "%s", is told with its reason and logged [SHELL-29]', async (method, title, provoke) => {
    const stage = openStage();
    stage.server.fail(method, '*', 409, REASON);
    await provoke(stage);
    const toast = await toastTitled(title);
    expect(toast.querySelector('.description')?.textContent).toBe(REASON);
    expect(toast.dataset.variant).toBe('destructive');
    expect(jest.mocked(console.error).mock.calls.map(([line]: unknown[]) => line)).toContain(title);
  });
});
