import type { Project } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { paced } from '../../platform/paced';
import { onePerWindow } from '../../platform/query-client';
import { newerOf, withRow } from '../../platform/revisions';

export const projectKeys = {
  all: ['/api/projects'] as const,
  one: (id: string | null) => ['/api/projects', id ?? ''] as const,
  costs: (id: string) => ['/api/projects', id, 'costs'] as const,
};

/** What a project is read with. Fetched with the first answer: the first load does without zod. */
export const projectAnswer = () => import('./schemas').then(({ projectSchema }) => projectSchema);

/** Puts a project that the server has answered with where it is shown; a new one stands first. */
export function setProjectInCache(queryClient: QueryClient, project: Project): void {
  queryClient.setQueryData<Project[]>(projectKeys.all, (projects) => {
    if (!projects) return projects;
    if (!projects.some(({ id }) => id === project.id)) return [project, ...projects];
    return withRow(projects, project);
  });
  queryClient.setQueryData<Project>(projectKeys.one(project.id), (ours) => newerOf(ours, project));
}

export function removeProjectFromCache(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<Project[]>(projectKeys.all, (projects) => projects?.filter((project) => project.id !== id));
  queryClient.removeQueries({ queryKey: projectKeys.one(id) });
}

/** Other windows may save at every pause of somebody who types. */
export const READ_AGAIN_MS = 1_000;

/** Reads one project anew where it is shown; the list around it only when that is another one. */
async function readProject(queryClient: QueryClient, id: string): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: projectKeys.all, type: 'active' });
  const isShown = shown.some(({ queryKey: [, which] }) => which === undefined || which === id);
  const list = queryClient.getQueryData<Project[]>(projectKeys.all);
  const isListed = list === undefined || list.some((project) => project.id === id);
  if (isShown && isListed) {
    const read = await apiRequest('GET', projectKeys.one(id).join('/'), undefined, { schema: projectAnswer }).catch(
      () => null,
    );
    if (read !== null) return setProjectInCache(queryClient, read);
  }
  // It came, went, or is shown nowhere.
  const keys = [projectKeys.all, projectKeys.one(id)];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })));
}

const pacedReads = onePerWindow((queryClient) => ({
  read: paced(READ_AGAIN_MS, (id) => readProject(queryClient, id)),
}));

/** Somebody else changed the project, or its counts have changed with a scene. */
export const refreshProject = (queryClient: QueryClient, id: string): void => pacedReads(queryClient).read(id);

export const refreshProjects = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectKeys.all });
