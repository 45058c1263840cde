import type { Film } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest, type HttpMethod } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { reasonOf } from '../../platform/reasons';
import { tellFailure, tellRestored, toast } from '../../ui';
import { refreshBalance } from '../zaps/queries';
import { filmKeys } from './keys';

const FAILED = { cancel: "Couldn't cancel the film", remove: "Couldn't delete the film" };

async function send(queryClient: QueryClient, film: Film, method: HttpMethod, step = ''): Promise<void> {
  const queryKey = filmKeys.of(film.projectId);
  await apiRequest(method, [...queryKey, film.id].join('/') + step, undefined, { schema: lazySchema('filmSchema') });
  await queryClient.invalidateQueries({ queryKey });
}

/** Ends a film that is being made; what is held for it comes back. Never rejects. */
export async function cancelFilm(queryClient: QueryClient, film: Film): Promise<void> {
  try {
    await send(queryClient, film, 'POST', '/cancel');
    await refreshBalance(queryClient);
  } catch (error) {
    tellFailure(FAILED.cancel, reasonOf(error));
  }
}

/** Takes a film out of the list and offers to undo it. Never rejects. */
export async function deleteFilm(queryClient: QueryClient, film: Film): Promise<void> {
  try {
    await send(queryClient, film, 'DELETE');
    toast({ title: 'Film deleted', undo: () => restoreFilm(queryClient, film) });
  } catch (error) {
    tellFailure(FAILED.remove, reasonOf(error));
  }
}

/** Takes the word of a film that failed out of the list. Never rejects. */
export async function dismissFailure(queryClient: QueryClient, film: Film): Promise<void> {
  await send(queryClient, film, 'DELETE').catch((error: unknown) => tellFailure(FAILED.remove, reasonOf(error)));
}

const restoreFilm = (queryClient: QueryClient, film: Film): Promise<void> =>
  tellRestored('the film', async () => {
    await send(queryClient, film, 'POST', '/restore');
    return { title: 'Film restored' };
  });
