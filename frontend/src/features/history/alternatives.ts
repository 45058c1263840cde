import type { Project, ProjectSummary } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { flushAutosaves } from '../../platform/autosave/autosave-registry';
import { apiRequest } from '../../platform/http/api-client';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { tellError, toast } from '../../ui';
import { projectAnswer, projectKeys, refreshProjects, setProjectInCache, useProjects } from '../projects/api';
import { refreshHistory, takeStep } from './api';

/**
 * A project with its alternatives, the project first. Only one member if the project has none, or if the project was
 * deleted.
 */
export interface Family {
  first: ProjectSummary;
  /** The alternatives, oldest first. */
  alternatives: ProjectSummary[];
}

/** Returns the family that a project belongs to; null if the family has only one member. */
export function familyOf(projects: readonly ProjectSummary[], { id, alternativeOf }: Kin): Family | null {
  const first = projects.find((project) => project.id === (alternativeOf ?? id));
  const alternatives = projects
    .filter((project) => project.alternativeOf === first?.id)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return first && alternatives.length > 0 ? { first, alternatives } : null;
}

type Kin = Pick<Project, 'id' | 'alternativeOf'>;

export function useFamily(project: Kin): Family | null {
  const { data: projects = [] } = useProjects();
  return familyOf(projects, project);
}

const comparisonKey = (alternativeId: string) => [...projectKeys.all, alternativeId, 'comparison'] as const;

/** Compares an alternative with its project. The previous comparison stays visible until the new one is loaded. */
export const useComparison = (alternativeId: string) =>
  useQuery({
    queryKey: comparisonKey(alternativeId),
    queryFn: async ({ signal }) => {
      // Saves text that is still being typed, so that the comparison includes it.
      await flushAutosaves();
      return apiRequest('GET', `/api/projects/${alternativeId}/comparison`, undefined, {
        schema: lazySchema('alternativeComparisonSchema'),
        signal,
      });
    },
    staleTime: 0,
  });

/**
 * Makes an alternative of a project.
 * @returns the alternative's id, or null when it could not be made
 */
export async function tryAlternative(
  queryClient: QueryClient,
  projectId: string,
  title: string,
): Promise<string | null> {
  try {
    await flushAutosaves();
    const alternative = await postOnce(
      `try-alternative/${projectId}`,
      `/api/projects/${projectId}/alternatives`,
      { title },
      { schema: projectAnswer },
    );
    setProjectInCache(queryClient, alternative);
    void refreshProjects(queryClient);
    return alternative.id;
  } catch (error) {
    tellError("Couldn't make the alternative", error);
    return null;
  }
}

/**
 * Gives the project, or one of its scenes, the content of an alternative, and offers to undo that.
 * @returns true when it succeeded
 */
export async function keepAlternative(
  queryClient: QueryClient,
  alternativeId: string,
  { sceneId, isRemoved = false }: { sceneId?: string; isRemoved?: boolean } = {},
): Promise<boolean> {
  try {
    await flushAutosaves();
    const wanted = sceneId === undefined ? {} : { sceneId };
    const project = await postOnce(
      `keep-alternative/${alternativeId}`,
      `/api/projects/${alternativeId}/keep-alternative`,
      wanted,
      { schema: projectAnswer },
    );
    setProjectInCache(queryClient, project);
    const again = () => queryClient.invalidateQueries({ queryKey: comparisonKey(alternativeId) });
    await Promise.all([refreshHistory(queryClient, project.id), again()]);
    toast({
      title: sceneId === undefined ? 'Alternative kept' : isRemoved ? 'Scene removed' : 'Scene taken',
      description: sceneId === undefined ? 'The earlier version of the project is in its History.' : undefined,
      action: { label: 'Undo', onClick: () => void takeStep(queryClient, project.id, 'undo').then(again) },
    });
    return true;
  } catch (error) {
    tellError(sceneId === undefined ? "Couldn't keep the alternative" : "Couldn't take the scene", error);
    return false;
  }
}
