import styled from '@emotion/styled';
import { LIMITS, predictionIdOf, type Scene } from '@storyreel/contracts';
import { Clapperboard } from 'lucide-react';
import { tokens } from '../../ui';
import { MediaStrip } from '../media/MediaStrip';
import { mainImageUrl } from '../media/scene-assets';
import type { HowMade, MediaAsset } from '../media/slots';
import { useSceneMedia } from '../media/useSceneMedia';
import { CostButton } from '../zaps/CostButton';
import { MakingClip } from './MakingClip';
import { PredictionProgress } from './PredictionProgress';
import { useClipInView } from './useClipInView';
import { useVideoGeneration } from './useVideoGeneration';
import type { VideoSettingsState } from './useVideoSettings';

const FULL = `Maximum ${LIMITS.assetsPerScene} videos reached`;
const Note = styled.p`
  color: ${tokens.text2};
`;

const startingSlot = (sceneId: string): MediaAsset => ({
  id: `${sceneId}-starting-video`,
  type: 'video',
  url: '',
  status: 'processing',
});

interface VideoStripProps {
  scene: Scene;
  settings: VideoSettingsState;
  howMade?: HowMade;
}

/** A scene's videos: preview, slots and generation. */
export function VideoStrip({ scene, settings, howMade }: VideoStripProps) {
  const media = useSceneMedia(scene, 'video');
  const { starting, begunAt, generate } = useVideoGeneration(scene, settings);
  const made = media.assets.map((asset): MediaAsset => {
    const predictionId = asset.status === 'processing' ? predictionIdOf(asset.id) : null;
    return predictionId ? { ...asset, progress: <PredictionProgress predictionId={predictionId} /> } : asset;
  });
  const appeared = scene.videos.some(({ status }) => status === 'processing');
  const assets = starting && !appeared ? [...made, startingSlot(scene.id)] : made;
  const invitation =
    mainImageUrl(scene) === null ? 'Generate or upload an image first to create a video' : 'Upload a video to preview';
  const isMaking = starting || appeared;
  const { place, madeId, showMain } = useClipInView(scene, isMaking, begunAt !== null);
  return (
    <div ref={place}>
      <MediaStrip
        scene={scene}
        type="video"
        title="Clips"
        media={media}
        assets={assets}
        shownFirst={media.assets.find(({ id }) => id === madeId)}
        onToggle={showMain}
        howMade={howMade}
        invitation={invitation}
      >
        <CostButton
          cost={settings.schema ? settings.cost : null}
          onAction={generate}
          executing={isMaking}
          loadingText={<MakingClip sceneId={scene.id} />}
          disabled={media.full}
          disabledReason={FULL}
          icon={<Clapperboard size={16} aria-hidden />}
        >
          Generate Video
        </CostButton>
        {media.full && <Note>{FULL}</Note>}
      </MediaStrip>
    </div>
  );
}
