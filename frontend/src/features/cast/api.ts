import { castMembers } from '@storyreel/contracts';
import type { CastChange, CastMember, FinalizedUpload, Project } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiRequest } from '../../platform/http/api-client';
import { requireSaved } from '../../platform/http/failures';
import { idempotencyHeader, idempotencyKeys } from '../../platform/http/idempotency-keys';
import { ownWrite } from '../../platform/realtime/push-refresh';
import { tellRestored, useCommand } from '../../ui';
import { projectAnswer, setProjectInCache } from '../projects/api';
import { flushProject, useProjectAutosave } from '../projects/useProjectAutosave';
import { refreshScenes } from '../scenes/api';
import { notifyOfUploadFailure, uploadFile } from '../uploads/upload';

/** Returns the project's cast according to its texts, including edits that are not saved yet. */
export function useCastMembers(project: Project): CastMember[] {
  const { value: characters } = useProjectAutosave(project, 'characters');
  const { value: environment } = useProjectAutosave(project, 'environment');
  const { value: props } = useProjectAutosave(project, 'props');
  const { value: voices } = useProjectAutosave(project, 'voices');
  const { cast } = project;
  return useMemo(
    () => castMembers({ characters, environment, props, voices, cast }),
    [characters, environment, props, voices, cast],
  );
}

const request = (projectId: string, path: string, body: object, headers?: Record<string, string>): Promise<Project> =>
  ownWrite<Project>(
    ({ id }) => id,
    () => apiRequest('POST', `/api/projects/${projectId}/cast${path}`, body, { schema: projectAnswer, headers }),
  );

function settle(queryClient: QueryClient, project: Project): void {
  setProjectInCache(queryClient, project);
  // Renaming a character also changes the speaker in its scenes.
  void refreshScenes(queryClient, project.id);
}

export interface AskedChange {
  change: CastChange;
  /** Sentence that announces the change. */
  told: string;
}

/** Changes the cast, and offers to undo it. Errors are shown. */
export function useChangeCast(projectId: string) {
  const undo = (queryClient: QueryClient, revision: string) =>
    tellRestored('the cast', async () => {
      settle(queryClient, await request(projectId, '/restore', { revision }));
      return { title: 'Undone' };
    });
  return useCommand({
    run: async ({ change }: AskedChange) => {
      requireSaved(await flushProject(projectId));
      return idempotencyKeys.once(`cast/${projectId}`, change, (key) =>
        request(projectId, '', { change }, idempotencyHeader(key)),
      );
    },
    onDone: settle,
    success: ({ revision }, { told }, queryClient) => ({ title: told, undo: () => undo(queryClient, revision) }),
    failure: "Couldn't change the cast",
  });
}

/** Uploads a file as a picture of a member. Errors are shown. */
export function useAddPicture(projectId: string) {
  const change = useChangeCast(projectId);
  return useCommand({
    run: async ({ member, file }: { member: CastMember; file: File }) => {
      let uploaded: FinalizedUpload;
      try {
        uploaded = await uploadFile(file, {
          purpose: 'image',
          onProgress: () => undefined,
          signal: new AbortController().signal,
        });
      } catch (error) {
        notifyOfUploadFailure(error, 'image');
        return;
      }
      const added = { action: 'addPicture', memberId: member.id, url: uploaded.url } as const;
      // The change itself shows its error.
      await change.mutateAsync({ change: added, told: `Image of ${member.name} added` }).catch(() => undefined);
    },
  });
}
