import styled from '@emotion/styled';
import type { Film, Project } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { dismissFailure } from '../../../../domains/films/change-film';
import { Button, Row, space, tokens } from '../../../../ui';
import { useMakeFilm } from './useMakeFilm';

const FailureBox = styled.div`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  overflow-wrap: anywhere;
`;
const Title = styled.h3`
  font-size: ${tokens.body};
  font-weight: 600;
`;

/** Why the newest film was not made, and how to have it made after all. */
export function FilmFailure({ project, film }: { project: Project; film: Film }) {
  const queryClient = useQueryClient();
  const { isStarting, make, question } = useMakeFilm(project);
  return (
    <FailureBox>
      <div role="status">
        <Title>The film wasn't made</Title>
        <p>{film.error ?? 'Something went wrong.'} You weren't charged for it.</p>
      </div>
      <Row gap={2}>
        <Button icon={<RotateCcw size={16} aria-hidden />} loading={isStarting} onClick={() => void make(film.quality)}>
          Try Again
        </Button>
        <Button variant="ghost" onClick={() => void dismissFailure(queryClient, film)}>
          Dismiss
        </Button>
      </Row>
      {question}
    </FailureBox>
  );
}
