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

/** The texts of a project that save by themselves, and the choices among its continuity details. */
export type AutosavedField =
  | 'title'
  | 'description'
  | 'story'
  | 'characters'
  | 'environment'
  | 'props'
  | 'midjourneyPrompt'
  | 'selectedStyle'
  | 'voices'
  | 'imageUrl'
  | 'film';

/** Milliseconds without a change before a project's field is saved: the story and all the others. */
export const PROJECT_DEBOUNCE_MS = 1000;

function titleOfStory(queryClient: QueryClient, projectId: string): string {
  const { story = '' } = queryClient.getQueryData<Project>(projectKeys.one(projectId)) ?? {};
  return titleFromStory(story);
}

/** Voices and settings that were read anew are other objects, and say the same. */
const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || hashKey([a]) === hashKey([b]);

const projectKey = (projectId: string): string => `project/${projectId}/`;

/** One field of a project that saves by itself. All who edit the same field of the same project share its state. */
export function useProjectAutosave<F extends AutosavedField>(
  project: Pick<Project, 'id' | F>,
  field: F,
): AutosaveField<Project[F]> {
  const queryClient = useQueryClient();
  useEffect(expectSchemas, []);
  const create = (hooks: AutosaveHooks<Project[F]>) =>
    createAutosave<Project[F]>({
      ...hooks,
      // What the story called the project meanwhile is nobody's words.
      onReplaced: (value, by) => {
        if (field !== 'title' || value !== titleOfStory(queryClient, project.id)) hooks.onReplaced?.(value, by);
      },
      stored: project[field],
      isEqual: isSame,
      debounceMs: PROJECT_DEBOUNCE_MS,
      // What the contract refuses would be refused at every retry; the field tells why it is not saved. While the
      // contract is not here, the server says.
      fits: (value) => schemaWhenHere('projectFieldsSchema')?.shape[field].safeParse(value).success ?? true,
      save: async (value, signal) => {
        const changes = { [field]: value };
        const options = { schema: projectAnswer, signal, keepalive: fitsKeepalive(changes) };
        const saved = await ownWrite<Project>(
          ({ id }) => id,
          () => apiRequest('PATCH', `/api/projects/${project.id}`, changes, options),
        );
        setProjectInCache(queryClient, saved);
        // Not the answer when somebody else saved right after.
        return (queryClient.getQueryData<Project>(projectKeys.one(project.id)) ?? saved)[field];
      },
      onError: (error) => tellError('Save Failed', error, 'Failed to save changes. Please try again.'),
    });
  return useAutosave(`${projectKey(project.id)}${field}`, project[field], create);
}

/** Saves what waits in a project's fields: a command about it must see the newest words. */
export const flushProject = (projectId: string): Promise<boolean> => flushAutosaves(projectKey(projectId));
