import styled from '@emotion/styled';
import { minutesAndSeconds, type Project, type Scene } from '@storyreel/contracts';
import { AudioLines, Check, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { BatchLine } from '../../../domains/batches/BatchLine';
import { useActiveBatch } from '../../../domains/batches/queries';
import { useStartBatch } from '../../../domains/batches/start-batch';
import { countOfScenes } from '../../../domains/batches/words';
import { speechPlayer } from '../../../domains/speech/speech-player';
import { useIsQueue } from '../../../domains/speech/usePlayer';
import { PriceTag } from '../../../domains/zaps/PriceTag';
import { Button, space, tokens } from '../../../ui';
import { NarrateAllDialog } from './NarrateAllDialog';
import { useNarrationPlan } from './narration-plan';

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

/** Narrates all scenes that are not, plays all that are, and says how long that is. */
export function NarrationHead({ project, scenes }: NarrationHeadProps) {
  const [asks, setAsks] = useState(false);
  const batch = useActiveBatch(project.id, 'speech');
  const start = useStartBatch(project);
  const { sceneIds, zaps, speaking, seconds, spoken } = useNarrationPlan(project, scenes);
  const count = sceneIds.length;
  // What waits in a batch is not spoken yet, and shows in no scene.
  const underWay = Math.max(speaking, batch ? batch.waiting + batch.running : 0);
  const isUnderWay = underWay > 0 && (batch !== null || count === 0);
  const isNarrated = count === 0 && !isUnderWay;
  const wanted = count === 1 ? 'Narrate 1 Scene' : `Narrate ${count} Scenes`;
  // What is asked about was made meanwhile, from another window or by a press whose answer was lost.
  if (asks && count === 0) setAsks(false);

  function confirm(): void {
    setAsks(false);
    void start.speech(sceneIds, zaps);
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
        zaps={zaps}
        replaces={scenes.some(({ id, speech }) => speech !== null && sceneIds.includes(id))}
        onConfirm={confirm}
      />
    </Bar>
  );
}

/** One scene after the other, as the film will have them. */
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
