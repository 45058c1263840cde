import styled from '@emotion/styled';
import { minutesAndSeconds } from '@storyreel/contracts';
import { Pause, Play } from 'lucide-react';
import { IconButton, Slider, space, tokens } from '../../ui';
import { speechPlayer, type Track } from './speech-player';
import { usePlayer } from './usePlayer';

const Bar = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(2)};
`;
const Time = styled.span`
  min-width: 9ch;
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  text-align: end;
  white-space: nowrap;
`;

interface SpeechBarProps {
  track: Track;
  /** How long it is. */
  seconds: number;
  /** What is heard: 'the narration of scene 3'. */
  name: string;
}

/** Plays something that was spoken, and says how far it is. */
export function SpeechBar({ track, seconds, name }: SpeechBarProps) {
  const { key, at } = usePlayer(track.key);
  const isCurrent = key !== null;
  const shownAt = Math.min(at, seconds);
  function seek(to: number): void {
    if (!isCurrent) speechPlayer.play(track);
    speechPlayer.seek(to);
  }
  return (
    <Bar>
      <PlayButton track={track} name={name} />
      <Slider
        ariaLabel={`Place in ${name}`}
        valueText={`${minutesAndSeconds(shownAt)} of ${minutesAndSeconds(seconds)}`}
        value={shownAt}
        onValueChange={seek}
        min={0}
        max={Math.max(seconds, 0.1)}
        step={Math.min(1, Math.max(seconds / 10, 0.1))}
      />
      <Time>
        {isCurrent ? `${minutesAndSeconds(shownAt)} / ${minutesAndSeconds(seconds)}` : minutesAndSeconds(seconds)}
      </Time>
    </Bar>
  );
}

/** Starts something that can be heard, stops it, and goes on with it. */
export function PlayButton({ track, name, disabled }: Pick<SpeechBarProps, 'track' | 'name'> & { disabled?: boolean }) {
  const { key, isPaused } = usePlayer(track.key);
  function press(): void {
    if (key === null) speechPlayer.play(track);
    else if (isPaused) speechPlayer.resume();
    else speechPlayer.pause();
  }
  return (
    <IconButton
      variant="secondary"
      label={`${isPaused ? 'Play' : 'Pause'} ${name}`}
      icon={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
      disabled={disabled}
      onClick={press}
    />
  );
}
