import styled from '@emotion/styled';
import type { Scene, VideoItem } from '@storyreel/contracts';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { pictureSource } from '../../../platform/picture-source';
import { space, tokens } from '../../../ui';

export type BoardFlavour = 'images' | 'videos';

/** Videos without an address or id are placeholders of work in progress and do not count. */
export const countedVideos = (scene: Pick<Scene, 'videos'>): VideoItem[] =>
  scene.videos.filter(({ id, url }) => id !== '' && url !== '');

export type BadgeState = 'selected' | 'none';

export const imageBadge = (scene: Pick<Scene, 'imageUrl' | 'imageUrls'>): BadgeState =>
  scene.imageUrls.length > 0 || scene.imageUrl ? 'selected' : 'none';

export const videoBadge = (scene: Pick<Scene, 'videos'>): BadgeState =>
  countedVideos(scene).length > 0 ? 'selected' : 'none';

/** The main video, else the first one. */
function previewVideo(scene: Pick<Scene, 'videos' | 'mainVideoId'>): VideoItem | null {
  const videos = countedVideos(scene);
  return videos.find(({ id }) => id === scene.mainVideoId) ?? videos[0] ?? null;
}

/** The main image, else the first finished one. */
const previewImage = (scene: Pick<Scene, 'imageUrl' | 'imageUrls'>): string | null =>
  scene.imageUrl ?? scene.imageUrls.find((url) => url !== '') ?? null;

/** The position of the still in seconds: the first frame is often black. */
const STILL_AT = 0.1;

/** A pause longer than this many milliseconds is not part of a seek. */
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
  /** The accessible name of the play button: 'Play the clip of scene 3'. */
  playLabel: string;
}

/** A clip's muted still; the overlay button plays it with controls, and returns on pause or end. */
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
    // Adds the controls before playback: WebKit freezes a clip that gets them while playing.
    flushSync(() => setPlaying(true));
    element.current?.focus({ preventScroll: true });
    // A clip that cannot be played falls back to its still.
    element.current?.play().catch(stop);
  }

  // A seek pauses too and resumes by itself; only a lasting pause counts.
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

/** A card's 9:16 image: the main image, or a clip that plays in place. */
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
