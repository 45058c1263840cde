import type { Project, Scene } from '@storyreel/contracts';
import { ImageStrip } from '../../domains/image-jobs/ImageStrip';
import { Stack } from '../../ui';
import { useVideoSettings } from '../../domains/videos/useVideoSettings';
import { VideoPanel } from '../../domains/videos/VideoPanel';
import { VideoStrip } from '../../domains/videos/VideoStrip';
import { useHowMade } from './useHowMade';

interface SceneMediaPanelsProps {
  scene: Scene;
  project: Project;
}

/** Everything about a scene's pictures: images, the settings of the next video, videos. */
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
