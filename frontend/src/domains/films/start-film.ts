import type { FilmQuality, Project } from '@storyreel/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { apiRequest, hasStatus } from '../../platform/api-client';
import { flushAutosaves } from '../../platform/autosave-registry';
import { idempotencyKeys } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { logError } from '../../platform/log';
import { reasonOf, requireSaved } from '../../platform/reasons';
import { tellFailure, toast } from '../../ui';
import { projectKeys } from '../projects/queries';
import { refreshBalance } from '../zaps/queries';
import { filmKeys } from './keys';

/** Saves all that waits to be saved, for the film is made of it on the server, and has the film made. */
async function start(queryClient: QueryClient, projectId: string, quality: FilmQuality): Promise<void> {
  requireSaved(await flushAutosaves());
  const film = queryClient.getQueryData<Project>(projectKeys.one(projectId))?.film;
  // With other settings it is another film, also when nothing was heard of the first.
  await idempotencyKeys.once(`film/${projectId}`, { quality, film }, (idempotencyKey) =>
    apiRequest(
      'POST',
      `/api/projects/${projectId}/films`,
      { quality, idempotencyKey },
      { schema: lazySchema('generateFilmResponseSchema') },
    ),
  );
}

/** Has a film made. Never rejects: what goes wrong is told. */
export function useStartFilm(projectId: string) {
  const queryClient = useQueryClient();
  const [isStarting, setStarting] = useState(false);
  const make = useCallback(
    async (quality: FilmQuality): Promise<void> => {
      setStarting(true);
      try {
        await start(queryClient, projectId, quality);
      } catch (error) {
        logError('A film could not be started', error);
        // Another window, or a click whose answer was lost, has ordered it: nothing went wrong.
        if (hasStatus(error, 409)) toast({ title: 'A film is already being made', description: reasonOf(error) });
        else tellFailure("Couldn't start the film", reasonOf(error) ?? 'Please try again.');
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: filmKeys.of(projectId) }),
        refreshBalance(queryClient),
      ]);
      setStarting(false);
    },
    [queryClient, projectId],
  );
  return { isStarting, make };
}
