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

interface SceneProps {
  scene: Scene;
  project: Project;
}

interface MadeProps extends SceneProps {
  howMade: HowMade;
}

/** The next video's settings and the videos. */
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

/** All of a scene's media: images, the next video's settings, videos. */
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

/** The texts from which the images are made. */
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

/** Says how many clips there are, or that none is needed. */
const motionWords = (clips: number): string => (clips === 0 ? 'Optional' : clips === 1 ? '1 clip' : `${clips} clips`);

/** One column, the picture first; all that is not needed to judge it is folded away. */
function PhoneBody({ scene, project, isNew }: SceneProps & { isNew: boolean }) {
  const { howMade, dialog } = useHowMade(scene);
  const { sent } = useWantedPictures(scene, project);
  return (
    <Stack gap={4}>
      <div data-swipe>
        <ImageStrip scene={scene} howMade={howMade} references={sent} />
      </div>
      <SceneCast scene={scene} project={project} />
      {/* Without a prompt there is nothing to make images from, so the texts come up by themselves. */}
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
  /** Opens the texts, since there is nothing else yet. */
  isNew?: boolean;
}

/** Texts on the left, media on the right; shared by the Build tab's cards and the scene dialog. */
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
