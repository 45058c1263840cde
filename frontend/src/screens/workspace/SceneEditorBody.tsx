import type { Project, Scene } from '@storyreel/contracts';
import { memo } from 'react';
import { Columns, Stack } from '../../ui';
import { DescriptionActions, ImagePromptActions, VideoPromptActions } from '../../domains/scenes/PromptActions';
import { SceneTextField } from '../../domains/scenes/SceneTextField';
import { SceneMediaPanels } from './SceneMediaPanels';
import { SceneNarration } from './SceneNarration';

/** Words left, media right; a card of the Build tab and the scene dialog show the same. */
export const SceneEditorBody = memo(function SceneEditorBody({ scene, project }: { scene: Scene; project: Project }) {
  return (
    <Columns>
      <Stack gap={4}>
        <SceneTextField scene={scene} field="title" />
        <SceneTextField
          scene={scene}
          field="description"
          actions={<DescriptionActions scene={scene} project={project} />}
        />
        <SceneTextField
          scene={scene}
          field="imagePrompt"
          actions={<ImagePromptActions scene={scene} project={project} />}
        />
        <SceneTextField scene={scene} field="videoPrompt" actions={<VideoPromptActions scene={scene} />} />
        <SceneNarration scene={scene} project={project} />
      </Stack>
      <SceneMediaPanels scene={scene} project={project} />
    </Columns>
  );
});
