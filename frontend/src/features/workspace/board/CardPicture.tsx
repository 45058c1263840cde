import styled from '@emotion/styled';
import type { Scene, VideoItem } from '@storyreel/contracts';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { pictureSource } from '../../../platform/picture-source';
import { space, tokens } from '../../../ui';

export type BoardFlavour = 'images' | 'videos';

/** Returns a scene's finished videos. A video without an address or id is a placeholder for work in progress. */
export const countedVideos = (scene: Pick<Scene, 'videos'>): VideoItem[] =>
  scene.videos.filter(({ id, url }) => id !== '' && url !== '');

export type BadgeState = 'selected' | 'none';

export const imageBadge = (scene: Pick<Scene, 'imageUrl' | 'imageUrls'>): BadgeState =>
  scene.imageUrls.length > 0 || scene.imageUrl ? 'selected' : 'none';

export const videoBadge = (scene: Pick<Scene, 'videos'>): BadgeState =>
  countedVideos(scene).length > 0 ? 'selected' : 'none';

/** Returns the main video, or else the first one. */
function previewVideo(scene: Pick<Scene, 'videos' | 'mainVideoId'>): VideoItem | null {
  const videos = countedVideos(scene);
  return videos.find(({ id }) => id === scene.mainVideoId) ?? videos[0] ?? null;
}

/** Returns the main image, or else the first finished one. */
const previewImage = (scene: Pick<Scene, 'imageUrl' | 'imageUrls'>): string | null =>
  scene.imageUrl ?? scene.imageUrls.find((url) => url !== '') ?? null;

/** Position of the still in seconds; not 0, because the first frame is often black. */
const STILL_AT = 0.1;

/** Milliseconds after which a pause no longer counts as part of a seek. */
const LASTING_PAUSE_MS = 400;

const Frame = styled.div`
  position: relative;
  width: 100%;
  height: 100%;
  & video {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;
const Overlay = styled.button`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  border: 0;
  border-radius: inherit;
  background: none;
  cursor: pointer;
  & > span {
    display: grid;
    place-items: center;
    width: 48px;
    height: 48px;
    border-radius: 50%;
    background: ${tokens.overlay};
    color: ${tokens.onDanger};
    transition: transform ${tokens.fast};
  }
  &:hover > span {
    transform: scale(1.08);
  }
`;

export interface VideoThumbnailProps {
  video: VideoItem;
  /** Accessible name of the play button, such as 'Play the clip of scene 3'. */
  playLabel: string;
}

/**
 * Shows a muted still of a clip. The button over it plays the clip with controls; the still returns on pause or at the
 * end.
 */
function VideoThumbnail({ video, playLabel }: VideoThumbnailProps) {
  const element = useRef<HTMLVideoElement>(null);
  const overlay = useRef<HTMLButtonElement>(null);
  const [isPlaying, setPlaying] = useState(false);

  function stop(): void {
    const hadFocus = document.activeElement === element.current;
    flushSync(() => setPlaying(false));
    if (hadFocus) overlay.current?.focus({ preventScroll: true });
  }

  function showStill(): void {
    if (element.current && !isPlaying) element.current.currentTime = STILL_AT;
  }
  function play(event: MouseEvent): void {
    event.stopPropagation();
    // Controls are added before playback, because WebKit freezes a clip that gets them while it is playing.
    flushSync(() => setPlaying(true));
    element.current?.focus({ preventScroll: true });
    // When a clip cannot be played, its still is shown again.
    element.current?.play().catch(stop);
  }

  // A seek also pauses the clip and then resumes it, so only a lasting pause counts.
  const pause = useRef<number>(undefined);
  const resume = (): void => window.clearTimeout(pause.current);
  useEffect(() => () => window.clearTimeout(pause.current), []);
  function rest(): void {
    resume();
    pause.current = window.setTimeout(() => {
      const { seeking = false, paused = true } = element.current ?? {};
      if (seeking) rest();
      else if (paused) stop();
    }, LASTING_PAUSE_MS);
  }
  function onPlay(): void {
    resume();
    setPlaying(true);
  }

  return (
    <Frame onClick={(event) => isPlaying && event.stopPropagation()}>
      <video
        ref={element}
        src={video.url}
        poster={video.thumbnail ?? undefined}
        preload="metadata"
        muted
        playsInline
        controls={isPlaying}
        onLoadedMetadata={showStill}
        onPlay={onPlay}
        onPause={rest}
        tabIndex={isPlaying ? 0 : -1}
        onEnded={stop}
      />
      {!isPlaying && (
        <Overlay ref={overlay} type="button" aria-label={playLabel} onClick={play}>
          <span>
            <Play size={20} aria-hidden fill="currentColor" />
          </span>
        </Overlay>
      )}
    </Frame>
  );
}

const Picture = styled.div`
  display: grid;
  place-items: center;
  aspect-ratio: var(--frame, 9 / 16);
  overflow: hidden;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
  color: ${tokens.text3};
  & img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;
const Placeholder = styled.span`
  padding: ${space(4)};
`;

export interface CardPictureProps {
  scene: Scene;
  flavour: BoardFlavour;
  number: number;
}

/** Shows a card's 9:16 picture: the main image, or a clip that plays within the card. */
export function CardPicture({ scene, flavour, number }: CardPictureProps) {
  const image = previewImage(scene);
  const video = previewVideo(scene);
  return (
    <Picture data-testid="scene-picture">
      {flavour === 'videos' ? (
        video ? (
          <VideoThumbnail key={video.id} video={video} playLabel={`Play the clip of scene ${number}`} />
        ) : (
          <Placeholder>No Video</Placeholder>
        )
      ) : image ? (
        <img
          loading="lazy"
          decoding="async"
          draggable={false}
          {...pictureSource(image, '(max-width: 767px) 50vw, 280px')}
          alt={`Scene ${number}`}
        />
      ) : (
        <Placeholder>No Image</Placeholder>
      )}
    </Picture>
  );
}
