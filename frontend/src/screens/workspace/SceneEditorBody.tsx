import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { memo } from 'react';
import { mobile, space } from '../../ui';
import { DescriptionActions, ImagePromptActions, VideoPromptActions } from '../../domains/scenes/PromptActions';
import { SceneTextField } from '../../domains/scenes/SceneTextField';
import { SceneMediaPanels } from './SceneMediaPanels';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  gap: ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Words = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space(4)};
`;

/** Words left, media right; a card of the Build tab and the scene dialog show the same. */
export const SceneEditorBody = memo(function SceneEditorBody({ scene, project }: { scene: Scene; project: Project }) {
  return (
    <Columns>
      <Words>
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
      </Words>
      <SceneMediaPanels scene={scene} project={project} />
    </Columns>
  );
});
