import { act } from '@testing-library/react';
import { openStage, pass, SCENE, setStage, toastTitled, undo } from '../../testing/message-stage';
import { usePromptActions } from './PromptActions';
import { useScenes } from './api';

setStage();

describe('a regenerated description', () => {
  it('is undone together with its prompts, without a question before', async () => {
    const { run, server } = openStage();
    const actions = await run(() => {
      useScenes(SCENE.projectId);
      return usePromptActions(SCENE);
    });
    await pass(100);
    const before = [SCENE.description, SCENE.imagePrompt, SCENE.videoPrompt];
    await act(() => actions.current.regenerateDescription(server.project));
    const texts = () => [server.scene.description, server.scene.imagePrompt, server.scene.videoPrompt];
    expect(texts()).not.toEqual(before);
    await undo('Scene description & prompts regenerated');
    await toastTitled('Earlier text restored');
    await pass(100);
    expect(texts()).toEqual(before);
  });
});
