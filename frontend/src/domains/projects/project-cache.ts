import { summaryOf, type Project, type ProjectSummary } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { throttleByKey } from '../../platform/paced';
import { addressOf, onePerWindow } from '../../platform/query-client';
import { newerOf, withRow } from '../../platform/revisions';

const SUMMARY = { fields: 'summary' } as const;

export const projectKeys = {
  /** Of everything about projects. */
  all: ['/api/projects'] as const,
  /** Without the long texts, which only the project's own page shows. */
  list: ['/api/projects', SUMMARY] as const,
  one: (id: string | null) => ['/api/projects', id ?? ''] as const,
  deleted: (id: string) => ['/api/projects', id, 'deleted'] as const,
  costs: (id: string) => ['/api/projects', id, 'costs'] as const,
};

/** What a project is read with. Fetched with the first answer: the first load does without zod. */
export const projectAnswer = lazySchema('projectSchema');
/** The same of one in a list. */
export const summaryAnswer = lazySchema('projectSummarySchema');

/** Where a command about all projects, or a read of one, is answered without the long texts. */
export const inSummary = (path: string): string => addressOf([path, SUMMARY]);

function setSummaryInCache(queryClient: QueryClient, project: ProjectSummary): void {
  queryClient.setQueryData<ProjectSummary[]>(projectKeys.list, (projects) => {
    if (!projects) return projects;
    if (!projects.some(({ id }) => id === project.id)) return [project, ...projects];
    return withRow(projects, project);
  });
}

/** Puts a project that the server has answered with where it is shown; a new one stands first. */
export function setProjectInCache(queryClient: QueryClient, project: Project): void {
  setSummaryInCache(queryClient, summaryOf(project));
  queryClient.setQueryData<Project>(projectKeys.one(project.id), (ours) => newerOf(ours, project));
}

export function removeProjectFromCache(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<ProjectSummary[]>(projectKeys.list, (projects) =>
    projects?.filter((project) => project.id !== id),
  );
  queryClient.removeQueries({ queryKey: projectKeys.one(id) });
}

/** Other windows may save at every pause of somebody who types. */
export const READ_AGAIN_MS = 1_000;

/** Reads one project anew where it is shown, whole or not; the list around it only when that is another one. */
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
      // What is held of the whole is from before.
      return queryClient.invalidateQueries({ queryKey: one, exact: true });
    }
  }
  // It came, went, or is shown nowhere.
  const keys = [projectKeys.list, one];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })));
}

const pacedReads = onePerWindow((queryClient) => ({
  read: throttleByKey(READ_AGAIN_MS, (id) => readProject(queryClient, id)),
}));

/** Somebody else changed the project, or its counts have changed with a scene. */
export const refreshProject = (queryClient: QueryClient, id: string): void => pacedReads(queryClient).read(id);

/**
 * A scene or a file of the project has changed, and with it its counts and its thumbnail. Nothing else below the project
 * is asked for: films, links and drafts have not changed.
 */
export async function refreshProjectRow(queryClient: QueryClient, id: string): Promise<void> {
  const keys = [projectKeys.list, projectKeys.one(id)];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })));
}

/** Something was deleted in the project, or put back. */
export const refreshDeleted = (queryClient: QueryClient, id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectKeys.deleted(id), exact: true });

/** Everything about all projects, and below them. */
export const refreshProjects = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectKeys.all });
