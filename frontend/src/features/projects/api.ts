import { NEW_PROJECT, summaryOf } from '@storyreel/contracts';
import type { Project, ProjectFields, ProjectPosts, ProjectSummary, PushMessage } from '@storyreel/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { flushAutosaves } from '../../platform/autosave/autosave-registry';
import { createOptimisticChanges } from '../../platform/cache/optimistic';
import { addressOf, getQueryFn, keepNewer, newerOf, onePerWindow, withRow } from '../../platform/cache/query-client';
import { apiList, apiRequest, fitsKeepalive } from '../../platform/http/api-client';
import { unlessGone } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { ownWrite, throttleByKey, unlessOwn } from '../../platform/realtime/push-refresh';
import { tellError, tellRestored, useCommand } from '../../ui';
import { useCurrentUser, useUser } from '../account/api';
import { useOpenProject } from './useOpenProject';

const SUMMARY = { fields: 'summary' } as const;

export const projectKeys = {
  /** Prefix of the keys of all project queries. */
  all: ['/api/projects'] as const,
  /** The list, without the long texts that only the project's own page shows. */
  list: ['/api/projects', SUMMARY] as const,
  one: (id: string | null) => ['/api/projects', id ?? ''] as const,
  deleted: (id: string) => ['/api/projects', id, 'deleted'] as const,
  costs: (id: string) => ['/api/projects', id, 'costs'] as const,
};

/** Validates a project. The schema loads with the first response, so that the initial bundle does not include zod. */
export const projectAnswer = lazySchema('projectSchema');
/** Validates a project in the list. */
const summaryAnswer = lazySchema('projectSummarySchema');

/** Adds the parameter that leaves out long texts to a path. */
const inSummary = (path: string): string => addressOf([path, SUMMARY]);

function setSummaryInCache(queryClient: QueryClient, project: ProjectSummary): void {
  queryClient.setQueryData<ProjectSummary[]>(projectKeys.list, (projects) => {
    if (!projects) return projects;
    if (!projects.some(({ id }) => id === project.id)) return [project, ...projects];
    return withRow(projects, project);
  });
}

/** Updates the project wherever it is cached; a new project is put first in the list. */
export function setProjectInCache(queryClient: QueryClient, project: Project): void {
  setSummaryInCache(queryClient, summaryOf(project));
  queryClient.setQueryData<Project>(projectKeys.one(project.id), (ours) => newerOf(ours, project));
}

function removeProjectFromCache(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<ProjectSummary[]>(projectKeys.list, (projects) =>
    projects?.filter((project) => project.id !== id),
  );
  queryClient.removeQueries({ queryKey: projectKeys.one(id) });
}

/** Minimum milliseconds between refetches, since another window saves at every pause in typing. */
export const READ_AGAIN_MS = 1_000;

/**
 * Refetches one project in the form in which it is shown. Refetches the list only when the project was added to it or
 * removed from it.
 */
async function readProject(queryClient: QueryClient, id: string): Promise<void> {
  const isShown = (queryKey: readonly unknown[]) =>
    queryClient.getQueryCache().find({ queryKey, exact: true, type: 'active' }) !== undefined;
  const one = projectKeys.one(id);
  const list = queryClient.getQueryData<ProjectSummary[]>(projectKeys.list);
  const isListed = list === undefined || list.some((project) => project.id === id);
  const path = one.join('/');
  if (isListed && isShown(one)) {
    const read = await apiRequest('GET', path, undefined, { schema: projectAnswer }).catch(() => null);
    if (read !== null) return setProjectInCache(queryClient, read);
  } else if (isListed && isShown(projectKeys.list)) {
    const read = await apiRequest('GET', inSummary(path), undefined, { schema: summaryAnswer }).catch(() => null);
    if (read !== null) {
      setSummaryInCache(queryClient, read);
      // The cached whole project is outdated.
      return queryClient.invalidateQueries({ queryKey: one, exact: true });
    }
  }
  // The project was added to the list or removed from it, or it is not shown.
  const keys = [projectKeys.list, one];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })));
}

const pacedReads = onePerWindow((queryClient) => ({
  read: throttleByKey(READ_AGAIN_MS, (id) => readProject(queryClient, id)),
}));

/** Refetches a project that another window has changed, or whose counts changed with a scene. */
export const refreshProject = (queryClient: QueryClient, id: string): void => pacedReads(queryClient).read(id);

/**
 * Refetches a project's counts and thumbnail after a change of its scenes or files. Queries for its films, links and
 * drafts are not refetched.
 */
export async function refreshProjectRow(queryClient: QueryClient, id: string): Promise<void> {
  const keys = [projectKeys.list, projectKeys.one(id)];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })));
}

/** Refetches the deleted items of a project after a deletion or restoration. */
export const refreshDeleted = (queryClient: QueryClient, id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectKeys.deleted(id), exact: true });

/** Refetches all project queries. */
export const refreshProjects = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectKeys.all });

const STALE_AFTER = 30_000;
const KEPT_FOR = 5 * 60_000;

/** Returns the query for a whole project, including its long texts. */
export const wholeProject = (queryClient: QueryClient, id: string | null) =>
  queryOptions({
    queryKey: projectKeys.one(id),
    queryFn: async ({ queryKey, signal }) => {
      const fetched = await apiRequest('GET', addressOf(queryKey), undefined, { schema: projectAnswer, signal });
      return newerOf(queryClient.getQueryData<Project>(projectKeys.one(id)), fetched);
    },
    staleTime: STALE_AFTER,
    gcTime: KEPT_FOR,
  });

/** Optimistic changes to the list of projects that the server has not confirmed yet. */
const projectChanges = createOptimisticChanges<ProjectSummary[]>();

interface ProjectChange {
  id: string;
  changes: Partial<Pick<ProjectFields, keyof ProjectFields & keyof ProjectSummary>>;
}

export const withChanges = (projects: readonly ProjectSummary[], { id, changes }: ProjectChange): ProjectSummary[] =>
  projects.map((project) => (project.id === id ? { ...project, ...changes } : project));

/** Sorts projects by the ids; projects that are not listed stay at the front. */
export function inOrder(projects: readonly ProjectSummary[], projectIds: readonly string[]): ProjectSummary[] {
  const rank = new Map(projectIds.map((id, index) => [id, index]));
  return [...projects].sort((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1));
}

/** Ids of projects that were created in this window and whose story has not been opened yet. */
export const newProjects = onePerWindow(() => new Set<string>());

/**
 * Returns the user's projects in their stored order, without long texts but with optimistic changes. Requested only
 * while a user is signed in.
 */
export function useProjects(enabled = true) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  const query = useQuery({
    queryKey: projectKeys.list,
    queryFn: async ({ queryKey, signal }: QueryFunctionContext) => {
      const fetched = await apiList(addressOf(queryKey), { schema: summaryAnswer, signal });
      return keepNewer(queryClient.getQueryData<ProjectSummary[]>(projectKeys.list), fetched);
    },
    enabled: enabled && Boolean(user),
    staleTime: STALE_AFTER,
    gcTime: KEPT_FOR,
  });
  const shown = projectChanges.useShown(queryClient);
  const { data, isPending, isError, error, refetch } = query;
  const projects = useMemo(() => data && shown(data), [data, shown]);
  return { data: projects, isPending, isError, error, refetch };
}

/** Returns a project as it is in the list. */
export function useListedProject(id: string | null): ProjectSummary | undefined {
  return useProjects().data?.find((project) => project.id === id);
}

const projectPostsKey = ['/api/social/project-posts'] as const;

/** Returns whether posts of a project are planned or published; undefined when it has none. */
export function useProjectPosts(id: string | null): ProjectPosts | undefined {
  const { data } = useQuery({ queryKey: projectPostsKey, queryFn: getQueryFn(lazyList('projectPostsSchema')) });
  return data?.find(({ projectId }) => projectId === id);
}

export const refreshProjectPosts = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectPostsKey });

/** Returns a whole project, with optimistic changes. Sends no request while the id is null. */
export function useProject(id: string | null) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...wholeProject(queryClient, id), enabled: id !== null });
  const shown = projectChanges.useShown(queryClient);
  const { data, isPending, isError, error, refetch } = query;
  const project = useMemo(() => {
    if (data === undefined) return data;
    const listed = summaryOf(data);
    const { hasStory: _, ...changed } = shown([listed])[0] ?? listed;
    return { ...data, ...changed };
  }, [data, shown]);
  return { data: project, isPending, isError, error, refetch };
}

/** Creates a project with default texts and opens it. Does nothing when no user is signed in. */
export function useCreateProject() {
  const currentUser = useCurrentUser();
  const { open } = useOpenProject();
  const { mutate, isPending } = useCommand({
    run: (userId: string) =>
      postOnce('new-project', '/api/projects', { ...NEW_PROJECT, userId }, { schema: projectAnswer }),
    onDone: (queryClient, project) => {
      setProjectInCache(queryClient, project);
      newProjects(queryClient).add(project.id);
      open(project.id);
    },
    failure: "Couldn't create the project",
  });
  const create = () => {
    const user = currentUser();
    if (user && !isPending) mutate(user.id);
  };
  return { create, isPending };
}

const idOf = (project: Project): string => project.id;

/** Saves changed fields. The change is shown at once, and reverted if the server refuses it. */
export function useUpdateProject(): (change: ProjectChange) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (change) => {
      const { id, changes } = change;
      const options = { schema: projectAnswer, keepalive: fitsKeepalive(changes) };
      projectChanges
        .make(queryClient, {
          apply: (projects) => withChanges(projects, change),
          save: () => ownWrite(idOf, () => apiRequest('PATCH', `/api/projects/${id}`, changes, options)),
          settle: (project) => setProjectInCache(queryClient, project),
          // Changes are sent one after another, so that an earlier one cannot overwrite a later one.
          inTurn: `projects/${id}`,
        })
        .catch((error: unknown) => tellError('Save Failed', error, 'Failed to save changes. Please try again.'));
    },
    [queryClient],
  );
}

/** Copies a project with its scenes. If the original is open, opens the copy instead. */
export function useDuplicateProject() {
  const { projectId, tab, open } = useOpenProject();
  return useCommand({
    run: async ({ id }: Pick<Project, 'id'>) => {
      // Saves pending edits, so that the copy includes them.
      await flushAutosaves();
      const path = `/api/projects/${id}/duplicate`;
      return postOnce(`duplicate-project/${id}`, path, undefined, { schema: projectAnswer });
    },
    onDone: (queryClient, copy, original) => {
      setProjectInCache(queryClient, copy);
      void refreshProjects(queryClient);
      if (original.id === projectId) open(copy.id, tab);
    },
    failure: "Couldn't duplicate the project",
  });
}

/** Saves the order of all projects, given as ids; the order is shown at once. */
export async function reorderProjects(queryClient: QueryClient, projectIds: string[]): Promise<void> {
  const keepalive = fitsKeepalive(projectIds);
  try {
    await projectChanges.make(queryClient, {
      apply: (projects) => inOrder(projects, projectIds),
      save: () => apiRequest('POST', inSummary('/api/projects/reorder'), { projectIds }, { keepalive }),
      // Ignores the response, since it may contain only the first page of the list.
      settle: () =>
        queryClient.setQueryData<ProjectSummary[]>(
          projectKeys.list,
          (projects) => projects && inOrder(projects, projectIds),
        ),
      inTurn: 'projects/order',
    });
  } catch (error) {
    tellError("Couldn't save the order of the projects", error);
    await refreshProjects(queryClient);
  }
}

/** Restores a deleted project with its scenes to its former place. */
export const restoreProject = (queryClient: QueryClient, deleted: Pick<Project, 'id'>): Promise<void> =>
  tellRestored(
    'project',
    async () => {
      const project = await apiRequest('POST', '/api/projects/restore', deleted, { schema: projectAnswer });
      setProjectInCache(queryClient, project);
      return { title: 'Project restored' };
    },
    // The refetched list contains the project in its former place.
    () => refreshProjects(queryClient),
  );

/** Deletes a project with its scenes, and offers undo. If the project is open, goes to the list. */
export function useDeleteProject() {
  const queryClient = useQueryClient();
  const { projectId, close } = useOpenProject();
  return useCommand({
    run: async ({ id }: Pick<Project, 'id'>) => {
      // Saves pending edits first, so that an undo restores them.
      await flushAutosaves();
      // Undo sends the whole project, which the list does not contain. If it cannot be fetched, the id alone suffices.
      const whole = await queryClient.fetchQuery(wholeProject(queryClient, id)).catch(() => ({ id }));
      await apiRequest('DELETE', `/api/projects/${id}`).catch(unlessGone);
      return whole;
    },
    onDone: (_queryClient, deleted) => {
      if (deleted.id === projectId) close();
      removeProjectFromCache(queryClient, deleted.id);
    },
    success: (deleted) => ({ title: 'Project deleted', undo: () => restoreProject(queryClient, deleted) }),
    failure: ['Deletion failed', 'Failed to delete project. Please try again.'],
  });
}

/** Maximum number of changed projects that are fetched one by one; for more, the list is refetched. */
const FEW = 3;

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'projectsChanged') return;
  const { projectIds, at } = message;
  unlessOwn(at, () => {
    if (projectIds.length > 0 && projectIds.length <= FEW) {
      for (const id of projectIds) refreshProject(queryClient, id);
      return;
    }
    void queryClient.invalidateQueries({ queryKey: projectKeys.list, exact: true });
    for (const id of projectIds) void queryClient.invalidateQueries({ queryKey: projectKeys.one(id), exact: true });
  });
}
