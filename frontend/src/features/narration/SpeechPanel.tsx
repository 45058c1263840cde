import styled from '@emotion/styled';
import { minutesAndSeconds } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { AudioLines, Download, Pause, Play } from 'lucide-react';
import { useEffect } from 'react';
import { useExternalStore } from '../../platform/store';
import { Badge, Button, IconButton, Row, Slider, space, Stack, tokens } from '../../ui';
import { Elapsed } from '../../ui/Moment';
import { downloadFrom } from '../../platform/http/downloads';
import { extensionOf, sanitizeTitle } from '../pictures/media/files';
import { sceneNumber } from '../scenes/api';
import { PaidButton } from '../zaps/PaidButton';
import { useKnownPrice } from '../zaps/price';
import { speechTracker, startSpeech } from './api';
import { zapsOfSpeech } from './speech';
import type { SpeechState } from './speech';
import { speechPlayer, usePlayer } from './speech-player';
import type { Track } from './speech-player';
import type { Narration } from './useNarration';

/** Shows the state of a scene's narration; nothing when the narration is up to date. */
export function SpeechBadge({ state, sceneId }: { state: SpeechState; sceneId: string }) {
  switch (state) {
    case 'none':
      return <Badge>Not narrated yet</Badge>;
    case 'silent':
      return <Badge>No words</Badge>;
    case 'words':
      return <Badge tone="warning">Text changed since recording</Badge>;
    case 'voice':
      return <Badge tone="warning">The voice has changed</Badge>;
    case 'failed':
      return <Badge tone="danger">Narration failed</Badge>;
    case 'speaking':
      return (
        <Badge tone="warning">
          <Speaking sceneId={sceneId} />
        </Badge>
      );
    case 'current':
      return null;
    default: {
      const impossible: never = state;
      return impossible;
    }
  }
}

/** Shows the elapsed time, if the narration was started while this window was open. */
function Speaking({ sceneId }: { sceneId: string }) {
  const tracker = speechTracker(useQueryClient());
  const since = useExternalStore(tracker.subscribe, () => tracker.starts.begunAt(sceneId));
  return (
    <span>
      Generating narration… {/* Hides the seconds from screen readers, which would announce every change. */}
      {since !== null && (
        <span aria-hidden>
          <Elapsed since={since} />
        </span>
      )}
    </span>
  );
}

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
  /** Duration in seconds. */
  seconds: number;
  /** Name of the track, such as 'the narration of scene 3'. */
  name: string;
}

/** Plays a narration and shows the position within it. */
function SpeechBar({ track, seconds, name }: SpeechBarProps) {
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
        ariaLabel={`Position in ${name}`}
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

/** Plays, pauses and resumes a track. */
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

const Reason = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  overflow-wrap: anywhere;
`;

/** Shows a scene's narration: progress, playback, download and generation. */
export function SpeechPanel({ scene, narration }: { scene: Scene; narration: Narration }) {
  const queryClient = useQueryClient();
  const tracker = speechTracker(queryClient);
  const isStarting = useExternalStore(tracker.subscribe, () => tracker.starts.isStarting(scene.id));
  useEffect(() => tracker.look(scene), [tracker, scene]);
  const { words, voice, state } = narration;
  const price = useKnownPrice(zapsOfSpeech(words));
  const { speech } = scene;
  const name = `the narration of scene ${sceneNumber(scene)}`;

  return (
    <Stack gap={2}>
      <div role="status">
        <SpeechBadge state={isStarting ? 'speaking' : state} sceneId={scene.id} />
        {state === 'failed' && scene.speechError !== null && <Reason>{scene.speechError}</Reason>}
      </div>
      {speech && <SpeechBar track={{ key: scene.id, url: speech.url }} seconds={speech.seconds} name={name} />}
      <Row gap={2}>
        <PaidButton
          size="small"
          price={price}
          icon={<AudioLines size={16} aria-hidden />}
          executing={isStarting || state === 'speaking'}
          disabled={state === 'silent'}
          disabledReason={state === 'silent' ? 'This scene has no words to speak.' : undefined}
          onAction={() => startSpeech(queryClient, scene, { words, voice })}
        >
          {speech ? 'Narrate Again' : 'Narrate'}
        </PaidButton>
        {speech && (
          <Button
            size="small"
            aria-label={`Download ${name}`}
            icon={<Download size={16} aria-hidden />}
            onClick={() => downloadFrom(speech.url, speechFilename(scene, speech.url))}
          >
            Download
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** Returns a file name such as 'Scene_3_The_lighthouse.mp3'. */
const speechFilename = (scene: Scene, url: string): string =>
  `${sanitizeTitle(`Scene ${sceneNumber(scene)} ${scene.title}`)}${extensionOf(url)}`;
