import type { Project } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';

export const projectKeys = {
  all: ['/api/projects'] as const,
  one: (id: string | null) => ['/api/projects', id ?? ''] as const,
  costs: (id: string) => ['/api/projects', id, 'costs'] as const,
};

/** What a project is read with. Fetched with the first answer: the first load does without zod. */
export const projectAnswer = () => import('./schemas').then(({ projectSchema }) => projectSchema);

const isNewer = (a: Project, b: Project): boolean => BigInt(a.revision) > BigInt(b.revision);
/** Of two rows of one project the newer; equal revisions: the later read, whose scene counts may have moved. */
const newerOf = (ours: Project | undefined, read: Project): Project => (ours && isNewer(ours, read) ? ours : read);

/** A read that was under way while a newer answer came in must not bring older words back. */
export function keepNewer(cached: readonly Project[] | undefined, fetched: readonly Project[]): Project[] {
  const known = new Map(cached?.map((project) => [project.id, project]));
  return fetched.map((project) => newerOf(known.get(project.id), project));
}

/** Puts a project that the server has answered with where it is shown; a new one stands first. */
export function setProjectInCache(queryClient: QueryClient, project: Project): void {
  queryClient.setQueryData<Project[]>(projectKeys.all, (projects) => {
    if (!projects) return projects;
    if (!projects.some(({ id }) => id === project.id)) return [project, ...projects];
    return projects.map((ours) => (ours.id === project.id ? newerOf(ours, project) : ours));
  });
  queryClient.setQueryData<Project>(projectKeys.one(project.id), (ours) => newerOf(ours, project));
}

export function removeProjectFromCache(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<Project[]>(projectKeys.all, (projects) => projects?.filter((project) => project.id !== id));
  queryClient.removeQueries({ queryKey: projectKeys.one(id) });
}

export const refreshProjects = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectKeys.all });
