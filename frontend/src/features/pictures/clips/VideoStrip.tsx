import styled from '@emotion/styled';
import { LIMITS, predictionIdOf } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useExternalStore } from '../../../platform/store';
import { tokens } from '../../../ui';
import { Elapsed } from '../../../ui/Moment';
import { CostButton } from '../../zaps/PaidButton';
import { MediaStrip } from '../media/MediaStrip';
import { mainImageUrl } from '../media/assets';
import type { HowMade, MediaAsset } from '../media/assets';
import { useSceneMedia } from '../media/useSceneMedia';
import { predictionTracker } from './prediction-tracker';
import { useVideoGeneration } from './useVideoGeneration';
import type { VideoSettingsState } from './useVideoSettings';

/** Says that a scene's clip is being made, and shows the elapsed time if this window started it. */
export function MakingClip({ sceneId }: { sceneId: string }) {
  const tracker = predictionTracker(useQueryClient());
  const since = useExternalStore(tracker.subscribe, () => tracker.starts.begunAt(sceneId));
  return <span>Making your clip… {since !== null && <Elapsed since={since} />}</span>;
}

/** Shows a video's progress, if the provider reports it, and the elapsed time. */
function PredictionProgress({ predictionId }: { predictionId: string }) {
  const tracker = predictionTracker(useQueryClient());
  const progress = useExternalStore(tracker.subscribe, () => tracker.predictions.get(predictionId)?.progress ?? null);
  const startedAt = useExternalStore(tracker.subscribe, () => tracker.predictions.get(predictionId)?.startedAt ?? null);
  return (
    <>
      {progress !== null && <span>{Math.round(progress * 100)}%</span>}
      {startedAt !== null && <Elapsed since={startedAt} />}
    </>
  );
}

const wantsCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function bringIntoView(element: Element | null | undefined): void {
  element?.scrollIntoView({ block: 'nearest', behavior: wantsCalm() ? 'auto' : 'smooth' });
}

const idsOf = ({ videos }: Scene): string[] => videos.filter(({ status }) => status === 'complete').map(({ id }) => id);

export interface ClipInView {
  /** Ref of the element that is scrolled into view when a clip is started here. */
  place: RefObject<HTMLDivElement | null>;
  /** Id of the clip that was started here and has just finished; it is shown even if it is not the main clip. */
  madeId: string | null;
  /** Shows the main clip again. */
  showMain: () => void;
}

/** Scrolls to a clip that was started here while it is being made, and plays it once it is ready. */
function useClipInView(scene: Scene, isMaking: boolean, ordered: boolean): ClipInView {
  const place = useRef<HTMLDivElement>(null);
  const awaited = useRef(false);
  const [madeId, setMadeId] = useState<string | null>(null);
  const ready = idsOf(scene).join(' ');
  const readyBefore = useRef(ready);

  useEffect(() => {
    if (!isMaking || !ordered) return;
    awaited.current = true;
    bringIntoView(place.current);
  }, [isMaking, ordered]);

  useEffect(() => {
    const before = readyBefore.current.split(' ');
    readyBefore.current = ready;
    const made = ready.split(' ').find((id) => !before.includes(id));
    if (made === undefined || made === '' || !awaited.current) return;
    awaited.current = false;
    setMadeId(made);
  }, [ready]);

  // Runs once the preview shows the new clip.
  useEffect(() => {
    if (madeId === null) return;
    const clip = place.current?.querySelector<HTMLVideoElement>('video[controls]');
    bringIntoView(clip);
    if (!clip || wantsCalm()) return;
    // Browsers allow autoplay only when muted.
    clip.muted = true;
    clip.play().catch(() => undefined);
  }, [madeId]);

  return { place, madeId, showMain: useCallback(() => setMadeId(null), []) };
}

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

/** Shows a scene's videos: preview, slots and generation. */
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
