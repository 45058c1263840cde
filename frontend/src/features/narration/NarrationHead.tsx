import styled from '@emotion/styled';
import { minutesAndSeconds } from '@storyreel/contracts';
import type { Project, Scene, SpeechVoices } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { AudioLines, Check, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { Button, ConfirmDialog, space, Stack, tokens } from '../../ui';
import { useFocusReturn } from '../../ui/Dialog';
import { BatchLine } from '../batches/BatchLine';
import { countOfScenes, quoteBatch, useActiveBatch } from '../batches/api';
import { useStartBatch } from '../batches/useStartBatch';
import { flushProject, useProjectAutosave } from '../projects/useProjectAutosave';
import { flushAllScenes } from '../scenes/useSceneAutosave';
import { PriceLine, PriceTag } from '../zaps/PaidButton';
import { useBalance } from '../zaps/api';
import { insufficientZaps } from '../zaps/format';
import { speechStateOf, voiceIn, wantsSpeech, zapsOfSpeech } from './speech';
import { speechPlayer, useIsQueue } from './speech-player';
import { useVoicesOf, wordsNow } from './useNarration';

export interface NarrationPlan {
  /** Ids of scenes that have no narration of their current words, in scene order. */
  sceneIds: string[];
  /** Price of narrating the scenes in `sceneIds`. */
  zaps: number;
  /** Number of scenes that are being narrated. */
  speaking: number;
  /** Total length of all finished narration, in seconds. */
  seconds: number;
  /** Number of narrated scenes. */
  spoken: number;
}

/** Adds up the finished narration, and plans what narrating all scenes would generate. */
export function planNarration(
  scenes: readonly Scene[],
  voices: Project['voices'],
  offered: SpeechVoices | undefined,
): NarrationPlan {
  const wanted = scenes.flatMap((scene) => {
    const words = wordsNow(scene);
    const voice = voiceIn(voices, scene.speaker, offered);
    return wantsSpeech(speechStateOf(scene, words, voice)) ? [{ id: scene.id, words }] : [];
  });
  const speeches = scenes.flatMap(({ speech }) => speech ?? []);
  return {
    sceneIds: wanted.map(({ id }) => id),
    zaps: zapsOfSpeech(...wanted.map(({ words }) => words)),
    speaking: scenes.filter(({ speechStatus }) => speechStatus === 'processing').length,
    seconds: speeches.reduce((sum, { seconds }) => sum + seconds, 0),
    spoken: speeches.length,
  };
}

/** Returns the plan for the open project as it is in this render. */
export function useNarrationPlan(project: Project, scenes: readonly Scene[]): NarrationPlan {
  const { value: voices } = useProjectAutosave(project, 'voices');
  const { data: offered } = useVoicesOf(project);
  return planNarration(scenes, voices, offered);
}

export interface NarrateAllDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  projectId: string;
  /** Ids of the scenes to narrate. */
  sceneIds: string[];
  /** True if some of the scenes have narration of earlier words, which would be replaced. */
  replaces: boolean;
  /** Called with the displayed price. */
  onConfirm: (zaps: number) => void;
}

/**
 * Requests a free quote for the saved words: the price, and the scenes that no voice can read and that cost nothing.
 */
const useQuote = (projectId: string, sceneIds: string[], open: boolean) =>
  useQuery({
    queryKey: ['narration quote', projectId, sceneIds],
    queryFn: async () => {
      await flushAllScenes();
      await flushProject(projectId);
      return quoteBatch({ projectId, kind: 'speech', sceneIds });
    },
    enabled: open && sceneIds.length > 0,
    staleTime: 0,
    gcTime: 0,
  });

const unknownWords = (isFetching: boolean): string =>
  isFetching ? 'Loading the price...' : "Couldn't load the price, so nothing was started.";

function NarrateAllDialog(props: NarrateAllDialogProps) {
  const { open, onOpenChange, projectId, sceneIds, replaces, onConfirm } = props;
  const sceneCount = sceneIds.length;
  const { data: quote, isFetching, refetch } = useQuote(projectId, sceneIds, open);
  const leftOut = quote?.leftOut ?? [];
  const reasons = [...new Set(leftOut.map(({ message }) => message))];
  const returnFocus = useFocusReturn(open);
  const { data: balance } = useBalance();
  const short = quote !== undefined && balance !== undefined && balance < quote.zaps;
  const isKnown = quote !== undefined && balance !== undefined;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Narrate ${countOfScenes(sceneCount)}?`}
      confirmLabel="Narrate"
      disabled={!isKnown || sceneCount === leftOut.length || short}
      onConfirm={() => quote && onConfirm(quote.zaps)}
      onCloseAutoFocus={returnFocus}
      body={
        <Stack gap={3}>
          <p>
            Each scene is read in the voice of its speaker.{' '}
            {replaces && 'Narration whose text has changed will be replaced. '}
            You can keep working.
          </p>
          {leftOut.length > 0 && (
            <p>
              {countOfScenes(leftOut.length)} can't be narrated and won't be charged: {reasons.slice(0, 3).join(' ')}
            </p>
          )}
          <PriceLine
            zaps={quote?.zaps}
            note=" in all."
            reason={short ? insufficientZaps(quote.zaps, balance) : !quote && unknownWords(isFetching)}
            retry={!quote && !isFetching && refetch}
          />
        </Stack>
      }
    />
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
`;
const Length = styled.p`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

interface NarrationHeadProps {
  project: Project;
  scenes: readonly Scene[];
}

/** Offers to narrate all scenes without narration and to play all narrated scenes, and shows their total length. */
export function NarrationHead({ project, scenes }: NarrationHeadProps) {
  const [asks, setAsks] = useState(false);
  const batch = useActiveBatch(project.id, 'speech');
  const start = useStartBatch(project);
  const { sceneIds, zaps, speaking, seconds, spoken } = useNarrationPlan(project, scenes);
  const count = sceneIds.length;
  // The state of a scene does not show that it is waiting in a batch.
  const underWay = Math.max(speaking, batch ? batch.waiting + batch.running : 0);
  const isUnderWay = underWay > 0 && (batch !== null || count === 0);
  const isNarrated = count === 0 && !isUnderWay;
  const wanted = count === 1 ? 'Narrate 1 Scene' : `Narrate ${count} Scenes`;
  // The scenes have been narrated meanwhile, either from another window or by a click whose response was lost.
  if (asks && count === 0) setAsks(false);

  function confirm(agreed: number): void {
    setAsks(false);
    void start.speech(sceneIds, agreed);
  }
  return (
    <Bar>
      <Button
        variant={count > 0 ? 'primary' : 'secondary'}
        icon={isNarrated ? <Check size={16} aria-hidden /> : <AudioLines size={16} aria-hidden />}
        loading={start.isStarting}
        disabled={count === 0 || start.isStarting || batch !== null}
        onClick={() => setAsks(true)}
      >
        {isUnderWay ? `Narrating ${countOfScenes(underWay)}...` : isNarrated ? 'All Scenes Narrated' : wanted}
        {!isUnderWay && !isNarrated && <PriceTag zaps={zaps} />}
      </Button>
      {spoken > 0 && <PlayAll scenes={scenes} />}
      {spoken > 0 && (
        <Length>
          {minutesAndSeconds(seconds)} in {countOfScenes(spoken)}
        </Length>
      )}
      {batch && <BatchLine batch={batch} />}
      <NarrateAllDialog
        open={asks}
        onOpenChange={setAsks}
        projectId={project.id}
        sceneIds={sceneIds}
        replaces={scenes.some(({ id, speech }) => speech !== null && sceneIds.includes(id))}
        onConfirm={confirm}
      />
    </Bar>
  );
}

/** Plays the scenes' narration in film order. */
function PlayAll({ scenes }: { scenes: readonly Scene[] }) {
  const isPlaying = useIsQueue();
  function play(): void {
    const [first, ...following] = scenes.flatMap(({ id, speech }) => (speech ? [{ key: id, url: speech.url }] : []));
    if (first) speechPlayer.play(first, following, true);
  }
  return isPlaying ? (
    <Button icon={<Square size={16} aria-hidden />} onClick={() => speechPlayer.stop()}>
      Stop
    </Button>
  ) : (
    <Button icon={<Play size={16} aria-hidden />} onClick={play}>
      Play All
    </Button>
  );
}
