import type { FilmQuality, Project } from '@storyreel/contracts';
import { useState, type ReactNode } from 'react';
import { useStartFilm } from '../../../../domains/films/start-film';
import { ConfirmDialog, Stack } from '../../../../ui';
import { useFocusReturn } from '../../../../ui/useFocusReturn';
import { useUnderWay } from './under-way';

interface MakeFilmCommand {
  isStarting: boolean;
  /** Has the film made, or asks whether to wait when something that belongs in it is still being made. */
  make: (quality: FilmQuality) => Promise<void> | void;
  /** The question, to be rendered beside what calls `make`. */
  question: ReactNode;
}

export function useMakeFilm(project: Project): MakeFilmCommand {
  const { isStarting, make } = useStartFilm(project.id);
  const missing = useUnderWay(project);
  const [asked, setAsked] = useState<FilmQuality | null>(null);
  const returnFocus = useFocusReturn(asked !== null);
  const close = () => setAsked(null);
  function confirm(): void {
    close();
    if (asked) void make(asked);
  }
  const question = (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && close()}
      title="Make the Film Now?"
      confirmLabel="Make the Film Now"
      cancelLabel="Wait"
      onConfirm={confirm}
      onCloseAutoFocus={returnFocus}
      body={
        <Stack gap={3}>
          <p role="status">{missing.length > 0 ? missing.join(' ') : 'Everything is ready now.'}</p>
          {missing.length > 0 && <p>A film that is made now goes without what is missing, and is charged in full.</p>}
        </Stack>
      }
    />
  );
  return { isStarting, make: (quality) => (missing.length > 0 ? setAsked(quality) : make(quality)), question };
}
