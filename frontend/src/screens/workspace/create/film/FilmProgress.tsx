import styled from '@emotion/styled';
import type { Film } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { cancelFilm } from '../../../../domains/films/change-film';
import { QUALITY_WORDS, timeLeft } from '../../../../domains/films/words';
import { leftWords, useNow } from '../../../../platform/elapsed';
import { Button, Progress, space, tokens } from '../../../../ui';

const ProgressBox = styled.div`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  font-variant-numeric: tabular-nums;
`;
const Left = styled.span`
  color: ${tokens.text2};
`;

/** How far a film is, and how long it still takes. It goes on when this screen is left. */
export function FilmProgress({ film }: { film: Film }) {
  const queryClient = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  const left = timeLeft(film, useNow());
  const cancel = async (): Promise<void> => {
    setCancelling(true);
    await cancelFilm(queryClient, film);
    setCancelling(false);
  };
  return (
    <ProgressBox role="group" aria-label={`Film being made, ${QUALITY_WORDS[film.quality]}`}>
      <Line>
        <span role="status">{film.status === 'queued' ? 'Waiting for its turn' : film.step || 'Getting ready'}</span>
        {left !== null && <Left>{leftWords(left / 1000)}</Left>}
      </Line>
      <Progress value={film.status === 'queued' ? null : film.progress} label="Film done" />
      <div>
        <Button size="small" icon={<X size={16} aria-hidden />} loading={isCancelling} onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </ProgressBox>
  );
}
