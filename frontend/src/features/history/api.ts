import type {
  HistoryEntry,
  HistoryKind,
  PastProject,
  Scene,
  SceneVersion,
  SceneVersionTexts,
  TakeStepRequest,
} from '@storyreel/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { flushAutosaves } from '../../platform/autosave/autosave-registry';
import { apiPage, apiRequest } from '../../platform/http/api-client';
import { refusalOf } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { tellError, toast } from '../../ui';
import { projectAnswer, refreshProjects, setProjectInCache } from '../projects/api';
import { addImage } from '../pictures/api';
import { restoreMedia } from '../pictures/media/commands';
import { cachedScenes } from '../scenes/api';
import { refreshAround } from '../scenes/commands';
import { flushScene, saveScene } from '../scenes/useSceneAutosave';

export interface HistoryFilters {
  sceneId?: string;
  kind?: HistoryKind;
}
export type Step = NonNullable<TakeStepRequest['step']>;

const PAGE = 50;

const historyKeys = {
  all: (projectId: string) => ['/api/projects', projectId, 'history'] as const,
  list: (projectId: string, filters: HistoryFilters) => [...historyKeys.all(projectId), filters] as const,
  versions: (projectId: string, sceneId: string) => [...historyKeys.all(projectId), 'versions', sceneId] as const,
  past: (projectId: string, revision: string) => ['/api/projects', projectId, 'as-of', revision] as const,
};

function query(filters: HistoryFilters): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given).toString();
}

/** Reads the steps of a project page by page, newest first. */
export const useHistory = (projectId: string, filters: HistoryFilters) =>
  useInfiniteQuery({
    queryKey: historyKeys.list(projectId, filters),
    queryFn: ({ signal, pageParam: cursor }) =>
      apiPage(`/api/projects/${projectId}/history?${query(filters)}`, {
        schema: lazySchema('historyEntrySchema'),
        signal,
        cursor,
        limit: PAGE,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }): HistoryEntry[] => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Reads the versions of a scene page by page, newest first. */
export const useSceneVersions = ({ id, projectId }: Pick<Scene, 'id' | 'projectId'>) =>
  useInfiniteQuery({
    queryKey: historyKeys.versions(projectId, id),
    queryFn: ({ signal, pageParam: cursor }) =>
      apiPage(`/api/projects/${projectId}/scenes/${id}/versions`, {
        schema: lazySchema('sceneVersionSchema'),
        signal,
        cursor,
        limit: PAGE,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }): SceneVersion[] => pages.flatMap(({ items }) => items),
    staleTime: 0,
  });

/** Reads a project at a revision. The previously shown version stays visible until this one is loaded. */
export const usePast = (projectId: string, revision: string) =>
  useQuery({
    queryKey: historyKeys.past(projectId, revision),
    queryFn: ({ signal }): Promise<PastProject> =>
      apiRequest('GET', `/api/projects/${projectId}/as-of/${revision}`, undefined, {
        schema: lazySchema('pastProjectSchema'),
        signal,
      }),
    placeholderData: keepPreviousData,
    // Never refetched, because past versions do not change.
    staleTime: Infinity,
    gcTime: 60_000,
  });

export async function refreshHistory(queryClient: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    refreshAround(queryClient, projectId),
    queryClient.invalidateQueries({ queryKey: historyKeys.all(projectId) }),
  ]);
}

/** Undoes a step of a post by the post's own command. */
export async function takePostBack(
  queryClient: QueryClient,
  projectId: string,
  { id, before, undo }: NonNullable<HistoryEntry['post']>,
): Promise<void> {
  const posts = '/api/social/posts';
  const [planned, deleted] = [lazySchema('socialPostSchema'), lazySchema('deletedResponseSchema')];
  try {
    if (undo === 'delete') await apiRequest('DELETE', `${posts}/${id}`, undefined, { schema: deleted });
    else if (undo === 'restore') await apiRequest('POST', `${posts}/restore`, { id }, { schema: planned });
    else await apiRequest('PATCH', `${posts}/${id}`, { scheduledAt: before }, { schema: planned });
    toast({ title: 'Undone' });
  } catch (error) {
    tellError("Couldn't undo", error);
  }
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: historyKeys.all(projectId) }),
    queryClient.invalidateQueries({ queryKey: ['/api/social/posts'] }),
  ]);
}

type Way = 'undo' | 'redo';
const WORDS: Record<Way, { done: string; failed: string; back: Way; label: string }> = {
  undo: { done: 'Undone', failed: "Couldn't undo", back: 'redo', label: 'Redo' },
  redo: { done: 'Redone', failed: "Couldn't redo", back: 'undo', label: 'Undo' },
};

/** Undoes or redoes a step, by default the newest possible one, and offers the reverse. */
export async function takeStep(queryClient: QueryClient, projectId: string, way: Way, step?: Step): Promise<void> {
  const { done, failed, back, label } = WORDS[way];
  try {
    // Saves text that is being typed, because the edit becomes a step as well.
    await flushAutosaves();
    const { what } = await postOnce(`${way}/${projectId}`, `/api/projects/${projectId}/${way}`, step ? { step } : {}, {
      schema: lazySchema('takenStepSchema'),
    });
    toast({
      title: done,
      description: what,
      action: { label, onClick: () => void takeStep(queryClient, projectId, back, step) },
    });
  } catch (error) {
    if (refusalOf(error) === `There is nothing to ${way}.`) toast({ title: `There is nothing to ${way}.` });
    else tellError(failed, error);
  }
  await refreshHistory(queryClient, projectId);
}

/**
 * Restores the project, or one of its scenes, to a revision.
 * @returns true when it was restored
 */
export async function restoreVersion(
  queryClient: QueryClient,
  projectId: string,
  version: { revision: string; sceneId?: string },
): Promise<boolean> {
  const thing = version.sceneId ? 'scene' : 'version';
  try {
    await flushAutosaves();
    const project = await postOnce(
      `restore-version/${projectId}`,
      `/api/projects/${projectId}/restore-version`,
      version,
      { schema: projectAnswer },
    );
    setProjectInCache(queryClient, project);
    toast({
      title: version.sceneId ? 'Scene brought back' : 'Version restored',
      action: { label: 'Undo', onClick: () => void takeStep(queryClient, projectId, 'undo') },
    });
    return true;
  } catch (error) {
    tellError(`Couldn't restore the ${thing}`, error);
    return false;
  } finally {
    await refreshHistory(queryClient, projectId);
  }
}

/**
 * Copies a version into a new project.
 * @returns the new project's id, or null when the version could not be copied
 */
export async function copyVersion(
  queryClient: QueryClient,
  projectId: string,
  revision: string,
): Promise<string | null> {
  try {
    const copy = await postOnce(
      `copy-version/${projectId}`,
      `/api/projects/${projectId}/copy-version`,
      { revision },
      { schema: projectAnswer },
    );
    setProjectInCache(queryClient, copy);
    void refreshProjects(queryClient);
    return copy.id;
  } catch (error) {
    tellError("Couldn't copy the version", error);
    return null;
  }
}

const textsOf = ({
  title,
  description,
  imagePrompt,
  videoPrompt,
  narration,
}: SceneVersionTexts): SceneVersionTexts => ({
  title,
  description,
  imagePrompt,
  videoPrompt,
  narration,
});

/** Gives a scene the texts of a version as one edit, and offers to restore the previous texts. */
export async function takeVersion(queryClient: QueryClient, scene: Scene, texts: SceneVersionTexts): Promise<void> {
  try {
    await flushScene(scene.id);
    const before = textsOf(cachedScenes(queryClient, scene.projectId).find(({ id }) => id === scene.id) ?? scene);
    await saveScene(queryClient, scene.id, textsOf(texts));
    toast({ title: 'Version used', undo: () => takeVersion(queryClient, scene, before) });
  } catch (error) {
    tellError("Couldn't use the version", error);
  }
  await queryClient.invalidateQueries({ queryKey: historyKeys.all(scene.projectId) });
}

/** Puts a removed image back into its scene, at its former position. */
export async function bringBackImage(
  queryClient: QueryClient,
  scene: Scene,
  { url, index }: { url: string; index: number },
): Promise<void> {
  await restoreMedia(queryClient, 'image', () => addImage(scene.id, url, index));
  await queryClient.invalidateQueries({ queryKey: historyKeys.all(scene.projectId) });
}
