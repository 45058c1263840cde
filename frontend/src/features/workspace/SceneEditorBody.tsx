import { isPrompted } from '@storyreel/contracts';
import type { Project, Scene } from '@storyreel/contracts';
import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import { Columns, Fold, Stack } from '../../ui';
import { SceneCast } from '../cast/SceneCast';
import { useWantedPictures } from '../cast/wanted-pictures';
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

/** Returns a function that opens the run behind an image or a clip, and its dialog. An upload has no run. */
function useHowMade(scene: Scene): { howMade: HowMade; dialog: ReactNode } {
  const [runId, setRunId] = useState<string | null>(null);
  const urls = [...imageAssets(scene), ...videoAssets(scene)].flatMap(({ url }) => (url === '' ? [] : [url])).sort();
  const { data: runs = [] } = useSceneRuns(scene.id, urls);
  const howMade: HowMade = ({ id, url }) => {
    // A failed image has no address but keeps its job, while a finished asset is found by its address.
    const found =
      url === ''
        ? scene.imageJobIds[scene.imageIds.indexOf(id)]
        : runs.find(({ assetUrls }) => assetUrls.includes(url))?.id;
    return found ? () => setRunId(found) : null;
  };
  return { howMade, dialog: <RunDialog runId={runId} onClose={() => setRunId(null)} /> };
}

interface SceneProps {
  scene: Scene;
  project: Project;
}

interface MadeProps extends SceneProps {
  howMade: HowMade;
}

/** Shows the settings for the next video, and the scene's videos. */
function MotionPanels({ scene, project, howMade }: MadeProps) {
  const { wanted } = useWantedPictures(scene, project);
  const settings = useVideoSettings(scene, { images: wanted.length, format: project.film.format });
  return (
    <>
      <VideoPanel scene={scene} settings={settings} />
      <VideoStrip scene={scene} settings={settings} howMade={howMade} />
    </>
  );
}

/** Shows all of a scene's media: its images, the settings for the next video, and its videos. */
export function SceneMediaPanels({ scene, project }: SceneProps) {
  const { howMade, dialog } = useHowMade(scene);
  const { sent } = useWantedPictures(scene, project);
  return (
    <Stack gap={6}>
      <ImageStrip scene={scene} howMade={howMade} references={sent} />
      <MotionPanels scene={scene} project={project} howMade={howMade} />
      {dialog}
    </Stack>
  );
}

/** The texts from which the scene's images are made. */
function ImageTexts({ scene, project }: SceneProps) {
  return (
    <>
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
    </>
  );
}

const VideoText = ({ scene }: { scene: Scene }) => (
  <SceneTextField scene={scene} field="videoPrompt" actions={<VideoPromptActions scene={scene} />} />
);

/** Describes the number of clips; without any, says that they are optional. */
const motionWords = (clips: number): string => (clips === 0 ? 'Optional' : clips === 1 ? '1 clip' : `${clips} clips`);

/** A single column that begins with the picture; everything that is not needed to judge the picture is collapsed. */
function PhoneBody({ scene, project, isNew }: SceneProps & { isNew: boolean }) {
  const { howMade, dialog } = useHowMade(scene);
  const { sent } = useWantedPictures(scene, project);
  return (
    <Stack gap={4}>
      <div data-swipe>
        <ImageStrip scene={scene} howMade={howMade} references={sent} />
      </div>
      <SceneCast scene={scene} project={project} />
      {/* Without a prompt there is nothing to make images from, so the texts are expanded. */}
      <Fold title="Text and Prompts" defaultOpen={isNew || !isPrompted(scene)}>
        <Stack gap={4}>
          <ImageTexts scene={scene} project={project} />
        </Stack>
      </Fold>
      <SceneNarration scene={scene} project={project} />
      <Fold title="Motion" summary={motionWords(scene.videos.length)}>
        <Stack gap={4}>
          <VideoText scene={scene} />
          <MotionPanels scene={scene} project={project} howMade={howMade} />
        </Stack>
      </Fold>
      {dialog}
    </Stack>
  );
}

interface SceneEditorBodyProps extends SceneProps {
  isPhone?: boolean;
  /** True for a new scene, whose texts are expanded because it contains nothing else. */
  isNew?: boolean;
}

/** Shows texts on the left and media on the right; used by the Build tab's cards and the scene dialog. */
export const SceneEditorBody = memo(function SceneEditorBody(props: SceneEditorBodyProps) {
  const { scene, project, isPhone = false, isNew = false } = props;
  if (isPhone) return <PhoneBody scene={scene} project={project} isNew={isNew} />;
  return (
    <Columns>
      <Stack gap={4}>
        <ImageTexts scene={scene} project={project} />
        <VideoText scene={scene} />
        <SceneCast scene={scene} project={project} />
        <SceneNarration scene={scene} project={project} />
      </Stack>
      <SceneMediaPanels scene={scene} project={project} />
    </Columns>
  );
});
