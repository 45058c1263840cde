import type { Project, Scene } from '@storyreel/contracts';
import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import { Columns, Stack } from '../../ui';
import { SceneNarration } from '../narration/SceneNarration';
import { VideoPanel } from '../pictures/clips/VideoPanel';
import { VideoStrip } from '../pictures/clips/VideoStrip';
import { useVideoSettings } from '../pictures/clips/useVideoSettings';
import { ImageStrip } from '../pictures/images/ImageStrip';
import { imageAssets, videoAssets } from '../pictures/media/assets';
import type { HowMade } from '../pictures/media/assets';
import { RunDialog } from '../runs/RunDialog';
import { useSceneRuns } from '../runs/api';
import { DescriptionActions, ImagePromptActions, VideoPromptActions } from '../scenes/PromptActions';
import { SceneTextField } from '../scenes/SceneTexts';

/** Opens the run behind an image or a clip. An upload has no run. */
function useHowMade(scene: Scene): { howMade: HowMade; dialog: ReactNode } {
  const [runId, setRunId] = useState<string | null>(null);
  const urls = [...imageAssets(scene), ...videoAssets(scene)].flatMap(({ url }) => (url === '' ? [] : [url])).sort();
  const { data: runs = [] } = useSceneRuns(scene.id, urls);
  const howMade: HowMade = ({ id, url }) => {
    // A failed image has no address but keeps its job; a finished asset is found by its address.
    const found =
      url === ''
        ? scene.imageJobIds[scene.imageIds.indexOf(id)]
        : runs.find(({ assetUrls }) => assetUrls.includes(url))?.id;
    return found ? () => setRunId(found) : null;
  };
  return { howMade, dialog: <RunDialog runId={runId} onClose={() => setRunId(null)} /> };
}

interface SceneMediaPanelsProps {
  scene: Scene;
  project: Project;
}

/** All of a scene's media: images, the next video's settings, videos. */
export function SceneMediaPanels({ scene }: SceneMediaPanelsProps) {
  const { howMade, dialog } = useHowMade(scene);
  const settings = useVideoSettings(scene);
  return (
    <Stack gap={6}>
      <ImageStrip scene={scene} howMade={howMade} />
      <VideoPanel scene={scene} settings={settings} />
      <VideoStrip scene={scene} settings={settings} howMade={howMade} />
      {dialog}
    </Stack>
  );
}

/** Texts on the left, media on the right; shared by the Build tab's cards and the scene dialog. */
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
