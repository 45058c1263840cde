import type { Project } from '@storyreel/contracts';
import styled from '@emotion/styled';
import { useEffect, useRef, useState } from 'react';
import { isRunning, useFilms } from '../../../../domains/films/queries';
import { Stack, Unreadable } from '../../../../ui';
import { FilmFailure } from './FilmFailure';
import { FilmPlayer } from './FilmPlayer';
import { FilmProgress } from './FilmProgress';
import { FilmVersions } from './FilmVersions';

const Region = styled.section`
  &:focus {
    outline: none;
  }
`;

/** The film that is being made, the one that plays, and those made before. */
export function FilmsMade({ project }: { project: Project }) {
  const { data: films = [], isError, refetch } = useFilms(project.id);
  const [playing, setPlaying] = useState<{ id: string; newestId: string | undefined } | null>(null);
  const [newest] = films;
  const ready = films.filter(({ files }) => files !== null);
  // A film that is made later plays instead of an earlier one that was chosen.
  const chosen = playing?.newestId === ready[0]?.id ? ready.find(({ id }) => id === playing?.id) : undefined;
  const shown = chosen ?? ready[0];
  const region = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const state = `${newest?.id} ${newest?.status} ${films.length}`;
  // The button that had the focus may be gone with the state before.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [state]);
  if (isError && films.length === 0) return <Unreadable what="the films" retry={refetch} />;
  return (
    <Region
      ref={region}
      tabIndex={-1}
      aria-label="Films"
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
    >
      <Stack gap={5}>
        {newest && isRunning(newest) && <FilmProgress key={newest.id} film={newest} />}
        {newest?.status === 'failed' && <FilmFailure project={project} film={newest} />}
        {shown?.files && <FilmPlayer project={project} film={shown} files={shown.files} />}
        {ready.length > 0 && (
          <FilmVersions
            project={project}
            films={ready}
            shownId={shown?.id}
            onPlay={(id) => setPlaying({ id, newestId: ready[0]?.id })}
          />
        )}
      </Stack>
    </Region>
  );
}
