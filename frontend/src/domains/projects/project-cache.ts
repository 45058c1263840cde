import type { Project } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
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

export const refreshProjects = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectKeys.all });
