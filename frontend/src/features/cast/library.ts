import type { CastMember, LibraryMember, Project, PushMessage } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { requireSaved } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazyList } from '../../platform/lazy/lazy-schema';
import { ownWrite } from '../../platform/realtime/push-refresh';
import { tellRestored, useCommand } from '../../ui';
import { projectAnswer, setProjectInCache } from '../projects/api';
import { flushProject } from '../projects/useProjectAutosave';

const libraryKeys = { all: ['/api/cast-library'] as const };

/** Reads the account's library of characters, places and props, newest first. */
export const useCastLibrary = () =>
  useQuery({ queryKey: libraryKeys.all, queryFn: getQueryFn(lazyList('libraryMemberSchema')) });

const refreshLibrary = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: libraryKeys.all });

/** Returns a member's library entry: the one that it came from or was saved to, if the entry still exists. */
export const entryOf = ({ library }: CastMember, entries: readonly LibraryMember[]): LibraryMember | undefined =>
  entries.find(({ id }) => id === library?.id);

/** Returns true when the library entry has changed and the user has not yet decided about this change. */
export const isOffered = (member: CastMember, entry: LibraryMember | undefined): boolean =>
  entry !== undefined && entry.version > (member.library?.version ?? 0) && !isSame(member, entry);

/** Returns true when the library entry equals this member. */
export const isSame = ({ name, look, pictures }: CastMember, entry: LibraryMember): boolean =>
  name === entry.name &&
  look === entry.look &&
  pictures.map(({ hash }) => hash).join() === entry.pictures.map(({ hash }) => hash).join();

/** Saves a member to the library. Errors are shown. */
export const useKeepInLibrary = ({ id: projectId }: Project) =>
  useCommand({
    run: async ({ id: memberId }: CastMember) => {
      requireSaved(await flushProject(projectId));
      const body = { projectId, memberId };
      return ownWrite<Project>(
        ({ id }) => id,
        () => postOnce('cast-library', '/api/cast-library', body, { schema: projectAnswer }),
      );
    },
    onDone: (queryClient, project) => {
      setProjectInCache(queryClient, project);
      return refreshLibrary(queryClient);
    },
    success: (_project, { name }) => ({ title: `${name} is in your library` }),
    failure: "Couldn't keep the entry in the library",
  });

const undoRemoval = (queryClient: QueryClient, { id, name }: LibraryMember): Promise<void> =>
  tellRestored(name, async () => {
    await apiRequest('POST', '/api/cast-library/restore', { id });
    void refreshLibrary(queryClient);
    return { title: `${name} is in your library again` };
  });

/** Removes a library entry; projects keep the members that they took from it. Errors are shown. */
export const useRemoveFromLibrary = () =>
  useCommand({
    run: ({ id }: LibraryMember) => apiRequest('DELETE', `/api/cast-library/${id}`),
    onDone: refreshLibrary,
    success: (_answer, entry, queryClient) => ({
      title: `${entry.name} removed from your library`,
      undo: () => undoRemoval(queryClient, entry),
    }),
    failure: "Couldn't remove the entry from the library",
  });

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'castLibraryChanged') void refreshLibrary(queryClient);
}
