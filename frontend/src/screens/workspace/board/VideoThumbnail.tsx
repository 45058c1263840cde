import styled from '@emotion/styled';
import type { VideoItem } from '@storyreel/contracts';
import { Play } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { tokens } from '../../../ui';

/** Seconds into the clip at which its still is taken: the very first frame is often black. */
const STILL_AT = 0.1;

const Frame = styled.div`
  position: relative;
  width: 100%;
  height: 100%;
  & video {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
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
  /** What is played, for those who do not see it: 'Play the video of scene 3'. */
  playLabel: string;
}

/** A muted still of a clip; its overlay starts it with controls, and comes back when it pauses or ends. */
export function VideoThumbnail({ video, playLabel }: VideoThumbnailProps) {
  const element = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);

  function showStill(): void {
    if (element.current && !isPlaying) element.current.currentTime = STILL_AT;
  }
  function play(event: MouseEvent): void {
    event.stopPropagation();
    setPlaying(true);
    // A clip that the browser cannot play falls back to its still.
    element.current?.play().catch(() => setPlaying(false));
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
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
      {!isPlaying && (
        <Overlay type="button" aria-label={playLabel} onClick={play}>
          <span>
            <Play size={20} aria-hidden fill="currentColor" />
          </span>
        </Overlay>
      )}
    </Frame>
  );
}
