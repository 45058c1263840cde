import styled from '@emotion/styled';
import { cameraAt, opacityAt, pictureAt, shareOfPicture, RATIOS } from '@storyreel/contracts';
import type { FilmFormat, FilmPlayback, PlayedPicture } from '@storyreel/contracts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { pictureSource } from '../../../platform/picture-source';
import { useExternalStore } from '../../../platform/store';
import { CaptionText, type DrawnLook } from './CaptionText';
import type { FilmPlayer } from './film-player';

const Frame = styled.div`
  position: relative;
  container-type: size;
  overflow: hidden;
  border-radius: inherit;
  background: #07090f;
`;
const Layer = styled.div`
  position: absolute;
  inset: 0;
  overflow: hidden;
  & > * {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    transform-origin: 0 0;
  }
`;
const Card = styled.div`
  display: grid;
  place-items: center;
  padding: 12cqw;
  background: linear-gradient(#1b2233, #07090f);
  color: #ffffff;
  font-size: 8.5cqmin;
  font-weight: 700;
  line-height: 1.3;
  text-align: center;
  overflow-wrap: anywhere;
`;

/** Number of pictures to load ahead of the one on screen. */
const AHEAD = 2;
/** Seconds by which a clip's position may differ from the film's before the clip is moved. */
const CLIP_DRIFT = 0.3;
/** Distance in seconds to keep from the end of a clip, since browsers show nothing at the very end. */
const LAST_FRAME = 0.06;
/** Volume of a clip's own sound while a voice is speaking. */
const UNDER_VOICE = 0.2;

interface PictureLayerProps {
  player: FilmPlayer;
  picture: PlayedPicture;
  isCalm: boolean;
  onHeard: (url: string) => void;
}

/** Returns true when a clip has sound, which each browser engine reports differently. */
function hasSound(video: HTMLVideoElement): boolean {
  const { mozHasAudio, webkitAudioDecodedByteCount, audioTracks } = video as HTMLVideoElement & {
    mozHasAudio?: boolean;
    webkitAudioDecodedByteCount?: number;
    audioTracks?: { length: number };
  };
  return mozHasAudio === true || (webkitAudioDecodedByteCount ?? 0) > 0 || (audioTracks?.length ?? 0) > 0;
}

/** Moves a video to the film's position, and plays it while the film plays. */
function followClip(video: HTMLVideoElement, picture: PlayedPicture, player: FilmPlayer, isShown: boolean): void {
  const { at, isPlaying, isWaiting, isMuted } = player.get();
  if (picture.kind === 'last-frame') {
    video.muted = true;
    const end = Math.max(0, (video.duration || 0) - LAST_FRAME);
    if (end > 0 && Math.abs(video.currentTime - end) > LAST_FRAME) video.currentTime = end;
    return;
  }
  if (picture.kind !== 'clip') return;
  const wanted = picture.clipFrom + Math.max(0, at - picture.from) / picture.slow;
  const mayPlay = isShown && isPlaying && !isWaiting;
  const off = Math.abs(video.currentTime - wanted);
  if (off > (mayPlay ? CLIP_DRIFT : LAST_FRAME) && !video.seeking) video.currentTime = wanted;
  video.muted = picture.isMuted || isMuted;
  video.volume = player.plan.voices.some(({ from, to }) => at >= from && at < to) ? UNDER_VOICE : 1;
  video.playbackRate = 1 / picture.slow;
  if (!mayPlay) {
    if (!video.paused) video.pause();
  } else if (video.paused && !video.ended) {
    // A phone may refuse to play a clip with sound unless a tap has started it.
    Promise.resolve(video.play()).catch(() => {
      video.muted = true;
      Promise.resolve(video.play()).catch(() => player.loaded(picture.key));
    });
  }
}

function PictureLayer({ player, picture, isCalm, onHeard }: PictureLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const { key } = picture;

  useLayoutEffect(() => {
    const draw = (): void => {
      const element = layer.current;
      if (!element) return;
      const { at } = player.get();
      const { pictures, seconds } = player.plan;
      const now = pictures[pictureAt(pictures, at)];
      const faded = isCalm ? Number(at >= picture.from) : opacityAt(picture, at);
      // The last picture stays visible after the film has ended.
      const isShown = faded > 0 && (at < picture.to + picture.fadeOut / 2 || (at >= seconds && now?.key === key));
      element.style.visibility = isShown ? 'visible' : 'hidden';
      element.style.opacity = String(faded);
      const [content] = element.children;
      if (!(content instanceof HTMLElement)) return;
      if (picture.kind !== 'clip') {
        const { zoom, x, y } = cameraAt(picture.camera, isCalm ? 0.5 : shareOfPicture(picture, at));
        content.style.transform = `translate(${-x * (zoom - 1) * 100}%, ${-y * (zoom - 1) * 100}%) scale(${zoom})`;
      }
      if (content instanceof HTMLVideoElement) {
        followClip(content, picture, player, isShown);
        if (picture.kind === 'clip' && hasSound(content)) onHeard(picture.url);
      }
    };
    draw();
    const [content] = layer.current?.children ?? [];
    content?.addEventListener('loadeddata', draw);
    const leave = player.subscribe(draw);
    return () => {
      leave();
      content?.removeEventListener('loadeddata', draw);
    };
  }, [player, picture, isCalm, key, onHeard]);

  useEffect(() => {
    const [content] = layer.current?.children ?? [];
    const isThere =
      (content instanceof HTMLImageElement && content.complete) ||
      (content instanceof HTMLVideoElement && content.readyState >= 2) ||
      picture.kind === 'card';
    if (!isThere) player.loads(key);
    return () => player.loaded(key);
  }, [player, key, picture.kind]);

  const ready = () => player.loaded(key);
  return (
    <Layer ref={layer} style={{ visibility: 'hidden' }}>
      {picture.kind === 'card' ? (
        <Card dir="auto">{picture.text}</Card>
      ) : picture.kind === 'image' ? (
        <img {...pictureSource(picture.url, '480px')} alt="" draggable={false} onLoad={ready} onError={ready} />
      ) : (
        <video
          src={picture.url}
          preload="auto"
          playsInline
          muted
          tabIndex={-1}
          disablePictureInPicture
          onLoadedData={ready}
          onError={ready}
        />
      )}
    </Layer>
  );
}

function Caption({ player, playback, look }: { player: FilmPlayer; playback: FilmPlayback; look: DrawnLook }) {
  const now = () => {
    const { at } = player.get();
    return playback.captions.findIndex(({ from, to }) => at >= from && at < to);
  };
  const index = useExternalStore(player.subscribe, now);
  const caption = playback.captions[index];
  const word = useExternalStore(player.subscribe, () => {
    if (!caption || look.highlight === null) return 0;
    const start = caption.from - caption.phrase.from;
    return caption.phrase.lines.flat().findLast(({ from }) => from <= player.get().at - start + 0.001)?.from ?? 0;
  });
  return caption ? <CaptionText phrase={caption.phrase} look={look} at={word} /> : null;
}

export interface PreviewStageProps {
  player: FilmPlayer;
  playback: FilmPlayback;
  format: FilmFormat;
  look: DrawnLook | null;
  /** True when the system asks for reduced motion: the camera then stands still and nothing fades. */
  isCalm: boolean;
  /** Called for each clip that has sound of its own, possibly several times. */
  onHeard: (url: string) => void;
}

/**
 * Shows the frame of the film at the player's position. Also renders the next pictures invisibly, so that they load.
 */
export function PreviewStage({ player, playback, format, look, isCalm, onHeard }: PreviewStageProps) {
  const { pictures } = playback;
  const index = useExternalStore(player.subscribe, () => pictureAt(pictures, player.get().at));
  return (
    <Frame style={{ aspectRatio: String(RATIOS[format]) }} data-testid="preview-frame">
      {pictures.slice(Math.max(0, index - 1), index + AHEAD + 1).map((picture) => (
        <PictureLayer key={picture.key} player={player} picture={picture} isCalm={isCalm} onHeard={onHeard} />
      ))}
      {look && <Caption player={player} playback={playback} look={look} />}
    </Frame>
  );
}
