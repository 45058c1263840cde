import type { ProjectFields, ProjectSummary } from '@storyreel/contracts';
import { createOptimisticChanges } from '../../platform/optimistic';

/** What the user has changed in the list of projects and the server has not answered yet. */
export const projectChanges = createOptimisticChanges<ProjectSummary[]>();

export interface ProjectChange {
  id: string;
  changes: Partial<Pick<ProjectFields, keyof ProjectFields & keyof ProjectSummary>>;
}

export const withChanges = (projects: readonly ProjectSummary[], { id, changes }: ProjectChange): ProjectSummary[] =>
  projects.map((project) => (project.id === id ? { ...project, ...changes } : project));

/** The projects in the order of the ids; those that it does not name keep their places at the front. */
export function inOrder(projects: readonly ProjectSummary[], projectIds: readonly string[]): ProjectSummary[] {
  const rank = new Map(projectIds.map((id, index) => [id, index]));
  return [...projects].sort((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1));
}
