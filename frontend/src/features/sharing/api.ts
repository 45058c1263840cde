import type { PushMessage, SharedLink } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { tellFailure, toast } from '../../ui';

export const sharingKeys = { inProject: (projectId: string) => ['/api/projects', projectId, 'links'] as const };

/** Returns the active link of a film or of the final video; undefined while there is none or the links are loading. */
export function useSharedLink(projectId: string, filmId: string | null): SharedLink | undefined {
  const { data } = useQuery<SharedLink[]>({
    queryKey: sharingKeys.inProject(projectId),
    queryFn: getQueryFn(lazyList('sharedLinkSchema')),
    staleTime: 0,
  });
  return data?.find((link) => link.filmId === filmId);
}

const pathOf = (projectId: string): string => sharingKeys.inProject(projectId).join('/');
const wholeAddress = (path: string): string => new URL(path, window.location.href).href;

/** Copies a text that is still loading, because browsers allow clipboard access only during the click. */
async function copy(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/**
 * Shares a film or the final video, and copies the link; a video that is already shared keeps its link. Never rejects;
 * errors are shown as toasts.
 */
export async function shareVideo(queryClient: QueryClient, projectId: string, filmId: string | null): Promise<void> {
  const queryKey = sharingKeys.inProject(projectId);
  const link = apiRequest('POST', pathOf(projectId), { filmId }, { schema: lazySchema('sharedLinkSchema') });
  const copied = copy(link.then(({ url }) => wholeAddress(url)));
  // Avoids an unhandled rejection. If the link fails, copying fails with it, and only the error of the link is shown.
  copied.catch(() => undefined);
  let url: string;
  try {
    const shared = await link;
    url = wholeAddress(shared.url);
    queryClient.setQueryData<SharedLink[]>(queryKey, (links = []) => [
      ...links.filter(({ id }) => id !== shared.id),
      shared,
    ]);
  } catch (error) {
    tellFailure("Couldn't share the video", reasonOf(error) ?? 'Please try again.');
    return;
  }
  try {
    await copied;
    toast({ title: 'Link Copied', description: 'Anyone with the link can watch the video.' });
  } catch {
    // Without permission, or on an insecure page, the user can still copy the link by hand.
    tellFailure("Couldn't copy the link", url);
  }
}

/** Deactivates a link. Never rejects; errors are shown as toasts. */
export async function stopSharing(queryClient: QueryClient, { id, projectId }: SharedLink): Promise<void> {
  try {
    await apiRequest('DELETE', `${pathOf(projectId)}/${id}`, undefined, { schema: lazySchema('endedLinkSchema') });
    queryClient.setQueryData<SharedLink[]>(sharingKeys.inProject(projectId), (links) =>
      links?.filter((link) => link.id !== id),
    );
    toast({ title: 'Sharing stopped', description: 'The link no longer works.' });
  } catch (error) {
    tellFailure("Couldn't stop sharing", reasonOf(error) ?? 'Please try again.');
  }
}

/** Refetches the links, since sharing may have been started or stopped in another window. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'linksChanged') return;
  void queryClient.invalidateQueries({ queryKey: sharingKeys.inProject(message.projectId) });
}
