import styled from '@emotion/styled';
import { type Batch, batchFinished, batchTotal } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play, RotateCcw, X } from 'lucide-react';
import { Button, Progress, space, tokens } from '../../ui';
import { batchWatch } from './batch-watch';
import { KIND_WORDS, progressWords, resumeWords, retryWords, stateWords, timeLeftWords, useControlBatch } from './api';
import type { BatchStep } from './api';

/* Places the text beside the buttons if it fits there, so that a toolbar does not grow taller. */
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  min-width: min(260px, 100%);
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;
const Words = styled.div`
  display: grid;
  flex: 1 1 200px;
  gap: ${space(1)};
`;
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
`;

/** Shows a batch's progress and controls. */
export function BatchLine({ batch }: { batch: Batch }) {
  const queryClient = useQueryClient();
  const steer = useControlBatch(batch, (next) => batchWatch(queryClient).watch(next));
  const state = stateWords(batch);
  const timeLeft = timeLeftWords(batch);
  const act = (step: BatchStep) => () => steer.mutate(step);
  const common = { size: 'small', disabled: steer.isPending } as const;
  const total = batchTotal(batch);

  return (
    <Line role="group" aria-label={`${KIND_WORDS[batch.kind]} batch`}>
      <Words>
        <span role="status">
          {!batch.isOver && <span>{progressWords(batch)}</span>}
          {timeLeft !== null && <span>{` · ${timeLeft}`}</span>}
        </span>
        {state !== null && <span>{state}</span>}
        {!batch.isOver && (
          <Progress value={total === 0 ? 0 : batchFinished(batch) / total} label={`${KIND_WORDS[batch.kind]} done`} />
        )}
      </Words>
      <Buttons>
        {batch.status === 'running' && !batch.isOver && (
          <Button {...common} icon={<Pause size={16} aria-hidden />} onClick={act('pause')}>
            Pause
          </Button>
        )}
        {batch.status === 'paused' && !batch.isOver && (
          <Button {...common} icon={<Play size={16} aria-hidden />} onClick={act('resume')}>
            {resumeWords(batch)}
          </Button>
        )}
        {batch.status !== 'cancelled' && !batch.isOver && (
          <Button {...common} icon={<X size={16} aria-hidden />} onClick={act('cancel')}>
            Cancel
          </Button>
        )}
        {batch.isOver && batch.failed > 0 && (
          <Button {...common} icon={<RotateCcw size={16} aria-hidden />} onClick={act('retry')}>
            {retryWords(batch.failed)}
          </Button>
        )}
      </Buttons>
    </Line>
  );
}
