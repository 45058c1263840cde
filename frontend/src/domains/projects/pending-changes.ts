import type { Project, UpdateProjectRequest } from '@storyreel/contracts';
import { useMutationState } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * What the user has changed and the server has not answered yet lives in the mutations, not in the query cache:
 * a failed change then vanishes by itself, and a read in between cannot bring the old value back for a moment.
 */
export const updateKey = ['projects', 'update'] as const;
export const reorderKey = ['projects', 'reorder'] as const;
export interface ProjectChange {
  id: string;
  changes: UpdateProjectRequest;
}

const usePending = <T>(mutationKey: readonly string[]): T[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as T,
  });

export const withChanges = (project: Project, pending: readonly ProjectChange[]): Project =>
  pending.reduce((shown, { id, changes }) => (id === shown.id ? { ...shown, ...changes } : shown), project);

/** The projects in the order of the ids; those that it does not name keep their places at the front. */
export function inOrder(projects: readonly Project[], projectIds: readonly string[] | undefined): Project[] {
  if (!projectIds) return [...projects];
  const rank = new Map(projectIds.map((id, index) => [id, index]));
  return [...projects].sort((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1));
}

export function usePendingChanges(): (project: Project) => Project {
  const pending = usePending<ProjectChange>(updateKey);
  return useCallback((project) => withChanges(project, pending), [pending]);
}

export const usePendingOrder = (): readonly string[] | undefined => usePending<string[]>(reorderKey).at(-1);
