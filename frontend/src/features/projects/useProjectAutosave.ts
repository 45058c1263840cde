import { titleFromStory, type Project } from '@storyreel/contracts';
import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiRequest, fitsKeepalive } from '../../platform/http/api-client';
import { createAutosave, type AutosaveHooks } from '../../platform/autosave/autosave';
import { flushAutosaves, useAutosave } from '../../platform/autosave/autosave-registry';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { expectSchemas, schemaWhenHere } from '../../platform/lazy/lazy-schema';
import { ownWrite } from '../../platform/realtime/push-refresh';
import { tellError } from '../../ui';
import { projectAnswer, projectKeys, setProjectInCache } from './api';

/** The texts of a project that are saved automatically, and the choices among its continuity details. */
export type AutosavedField =
  | 'title'
  | 'description'
  | 'story'
  | 'characters'
  | 'environment'
  | 'props'
  | 'midjourneyPrompt'
  | 'selectedStyle'
  | 'language'
  | 'voices'
  | 'imageUrl'
  | 'film';

/** Milliseconds without an edit before a field of a project is saved, the story included. */
export const PROJECT_DEBOUNCE_MS = 1000;

function titleOfStory(queryClient: QueryClient, projectId: string): string {
  const { story = '' } = queryClient.getQueryData<Project>(projectKeys.one(projectId)) ?? {};
  return titleFromStory(story);
}

/** Compares values by content, because refetched voices and settings are new objects. */
const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || hashKey([a]) === hashKey([b]);

const projectKey = (projectId: string): string => `project/${projectId}/`;

/** Returns the autosave of a project's field. All editors of the same field share its state. */
export function useProjectAutosave<F extends AutosavedField>(
  project: Pick<Project, 'id' | F>,
  field: F,
): AutosaveField<Project[F]> {
  const queryClient = useQueryClient();
  useEffect(expectSchemas, []);
  const create = (hooks: AutosaveHooks<Project[F]>) =>
    createAutosave<Project[F]>({
      ...hooks,
      // A title that the server derived from the story is not a user's text, so it is not offered again.
      onReplaced: (value, by) => {
        if (field !== 'title' || value !== titleOfStory(queryClient, project.id)) hooks.onReplaced?.(value, by);
      },
      stored: project[field],
      isEqual: isSame,
      debounceMs: PROJECT_DEBOUNCE_MS,
      // Invalid values are not sent, since the server would refuse every retry; the field shows why it is not saved.
      // Until the schema is loaded, only the server validates.
      fits: (value) => schemaWhenHere('projectFieldsSchema')?.shape[field].safeParse(value).success ?? true,
      save: async (value, signal) => {
        const changes = { [field]: value };
        const options = { schema: projectAnswer, signal, keepalive: fitsKeepalive(changes) };
        const saved = await ownWrite<Project>(
          ({ id }) => id,
          () => apiRequest('PATCH', `/api/projects/${project.id}`, changes, options),
        );
        setProjectInCache(queryClient, saved);
        // Prefers the cache, which contains a newer value than the response if another window saved right afterwards.
        return (queryClient.getQueryData<Project>(projectKeys.one(project.id)) ?? saved)[field];
      },
      onError: (error) => tellError('Save Failed', error, 'Failed to save changes. Please try again.'),
    });
  return useAutosave(`${projectKey(project.id)}${field}`, project[field], create);
}

/** Saves a project's pending edits, for commands that need the newest text. */
export const flushProject = (projectId: string): Promise<boolean> => flushAutosaves(projectKey(projectId));
