import styled from '@emotion/styled';
import { filmPlayback, minutesAndSeconds, RATIOS } from '@storyreel/contracts';
import type { FilmSettings, FilmTimeline, Scene } from '@storyreel/contracts';
import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useExternalStore } from '../../../platform/store';
import { IconButton, mobile, Slider, space, Spinner, tokens } from '../../../ui';
import { sceneNumber } from '../../scenes/api';
import { drawnLookOf, measureOf } from './CaptionText';
import { FilmPlayer } from './film-player';
import { PreviewStage } from './PreviewStage';
import { SceneStrip } from './SceneStrip';

/** Maximum height in pixels at which an upright film and its controls fit on the screen together. */
const HIGHEST = 520;
const WIDEST = 560;
/** Seconds by which an arrow key moves the position. */
const STEP_SECONDS = 2;

const Group = styled.div`
  display: grid;
  grid-template-columns: var(--picture) minmax(0, 1fr);
  align-items: start;
  gap: ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(4)};
  }
`;
const Screen = styled.div`
  display: grid;
  gap: ${space(2)};
  justify-self: center;
  width: min(100%, var(--picture));
`;
const Picture = styled.div`
  position: relative;
  border-radius: ${tokens.radiusMedia};
`;
const Cover = styled.button`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  padding: 0;
  border: 0;
  border-radius: inherit;
  background: none;
  color: ${tokens.onDanger};
  cursor: pointer;
  &:focus-visible {
    outline: 2px solid ${tokens.focus};
    outline-offset: 2px;
  }
  & > span {
    display: grid;
    place-items: center;
    width: 64px;
    height: 64px;
    border-radius: 50%;
    background: ${tokens.overlay};
  }
`;
const Bar = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto auto;
  align-items: center;
  gap: ${space(2)};
`;
const Time = styled.span`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
const Note = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Beside = styled.div`
  display: grid;
  gap: ${space(5)};
  min-width: 0;
`;

const wantsCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Rounds the position down to a tenth of a second, so that the controls rerender at most ten times a second. */
const tenth = (seconds: number): number => Math.floor(seconds * 10) / 10;

interface ControlsProps {
  player: FilmPlayer;
  seconds: number;
  /** Names the scene at a time, for screen readers. */
  sceneAt: (at: number) => string;
  onToggle: () => void;
}

function Controls({ player, seconds, sceneAt, onToggle }: ControlsProps) {
  const at = useExternalStore(player.subscribe, () => tenth(player.get().at));
  const { isPlaying, isMuted } = useExternalStore(player.subscribe, player.get);
  return (
    <Bar>
      <IconButton
        label={isPlaying ? 'Pause' : 'Play'}
        icon={isPlaying ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
        onClick={onToggle}
      />
      <Slider
        value={at}
        onValueChange={(value) => player.seek(value)}
        min={0}
        max={Math.max(0.1, tenth(seconds))}
        step={0.1}
        ariaLabel="Position in the film"
        valueText={`${minutesAndSeconds(at)} of ${minutesAndSeconds(seconds)}${sceneAt(at)}`}
      />
      <Time>
        {minutesAndSeconds(at)} / {minutesAndSeconds(seconds)}
      </Time>
      <IconButton
        label={isMuted ? 'Sound On' : 'Sound Off'}
        icon={isMuted ? <VolumeX size={20} aria-hidden /> : <Volume2 size={20} aria-hidden />}
        onClick={() => player.mute(!isMuted)}
      />
    </Bar>
  );
}

/** Returns true once the page's fonts are loaded; captions are measured with them. */
function useFontsReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // `fonts` is missing in tests without a real page.
    const fonts = (document as Partial<Pick<Document, 'fonts'>>).fonts;
    let isHere = true;
    void fonts?.ready.then(() => isHere && setReady(true));
    return () => {
      isHere = false;
    };
  }, []);
  return isReady;
}

/**
 * Returns a player for the film as it would be made now. The player survives edits, and stops when the user leaves the
 * screen.
 */
function useFilmPlayer(timeline: FilmTimeline, settings: FilmSettings, musicUrl: string | null) {
  const [player] = useState(() => new FilmPlayer());
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set());
  const areFontsReady = useFontsReady();
  const { captions, captionLook, format } = settings;
  const look = useMemo(() => drawnLookOf({ captions, captionLook, format }), [captions, captionLook, format]);
  const playback = useMemo(() => {
    const measure = look && areFontsReady ? measureOf(look, format) : { maxWidth: Infinity, width: () => 0 };
    return filmPlayback(timeline, settings, { measure, heard });
  }, [timeline, settings, look, format, heard, areFontsReady]);
  useLayoutEffect(() => player.show(playback, musicUrl), [player, playback, musicUrl]);
  useEffect(() => {
    const pause = () => document.hidden && player.pause();
    document.addEventListener('visibilitychange', pause);
    return () => {
      document.removeEventListener('visibilitychange', pause);
      player.dispose();
    };
  }, [player]);
  const onHeard = useCallback(
    (url: string) => setHeard((known) => (known.has(url) ? known : new Set([...known, url]))),
    [],
  );
  return { player, playback, look, onHeard };
}

interface FilmPreviewProps {
  scenes: readonly Scene[];
  timeline: FilmTimeline;
  settings: FilmSettings;
  musicUrl: string | null;
  /** Called when playback begins, so that other sounds on the page can stop. */
  onPlay?: () => void;
  onChoose: (sceneId: string) => void;
  /** Content beside the picture, and below the scenes. */
  children?: ReactNode;
}

/** Plays the film before it is rendered, with its present shots, narration, music and captions. */
export function FilmPreview({ scenes, timeline, settings, musicUrl, onPlay, onChoose, children }: FilmPreviewProps) {
  const { player, playback, look, onHeard } = useFilmPlayer(timeline, settings, musicUrl);
  const [isCalm] = useState(wantsCalm);
  const { isPlaying, isWaiting, unheard } = useExternalStore(player.subscribe, player.get);
  const { seconds } = playback;
  const numbers = new Map(scenes.map((scene) => [scene.id, sceneNumber(scene)]));
  const sceneAt = (at: number): string => {
    const scene = playback.scenes.find(({ from, to }) => at >= from && at < to);
    return scene ? `, scene ${numbers.get(scene.sceneId)}` : '';
  };
  const toggle = (): void => {
    if (!isPlaying) onPlay?.();
    player.toggle();
  };
  function goTo(sceneId: string): void {
    const scene = playback.scenes.find((one) => one.sceneId === sceneId);
    if (scene) player.seek(scene.from + 0.001);
    onChoose(sceneId);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    const arrow = { ArrowLeft: -STEP_SECONDS, ArrowRight: STEP_SECONDS }[event.key];
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && target.tagName !== 'BUTTON') toggle();
    else if (arrow !== undefined && target.role !== 'slider') player.seek(player.get().at + arrow);
    else return;
    event.preventDefault();
  }
  const ratio = RATIOS[settings.format];
  const missed = unheard.flatMap((id) => numbers.get(id) ?? []);
  if (timeline.blocks.length === 0) return <>{children}</>;
  return (
    <Group style={{ '--picture': `${Math.round(Math.min(WIDEST, HIGHEST * ratio))}px` } as CSSProperties}>
      <Screen role="group" aria-label="Preview of the film" onKeyDown={onKeyDown}>
        <Picture>
          <PreviewStage
            player={player}
            playback={playback}
            format={settings.format}
            look={look}
            isCalm={isCalm}
            onHeard={onHeard}
          />
          <Cover type="button" aria-label={isPlaying ? 'Pause the preview' : 'Play the preview'} onClick={toggle}>
            {isWaiting ? (
              <span>
                <Spinner size={24} label="Loading" />
              </span>
            ) : (
              !isPlaying && (
                <span>
                  <Play size={28} aria-hidden fill="currentColor" />
                </span>
              )
            )}
          </Cover>
        </Picture>
        <Controls player={player} seconds={seconds} sceneAt={sceneAt} onToggle={toggle} />
        {missed.length > 0 && (
          <Note role="status">
            The narration of scene {missed.join(', ')} couldn’t be played. Check your connection.
          </Note>
        )}
      </Screen>
      <Beside>
        <SceneStrip player={player} scenes={scenes} timeline={timeline} played={playback.scenes} onChoose={goTo} />
        {children}
      </Beside>
    </Group>
  );
}
