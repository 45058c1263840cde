import type { GenerateStoryAudioRequest, Project } from '@storyreel/contracts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest, hasStatus } from '../../platform/http/api-client';
import { idempotencyKeys } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { reasonOf, requireSaved } from '../../platform/http/failures';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { tellFailure, toast } from '../../ui';
import { projectKeys, setProjectInCache, wholeProject } from '../projects/api';
import { flushProject } from '../projects/useProjectAutosave';
import { refreshBalance } from '../zaps/api';

/** Milliseconds between polls of audio in progress while the socket is down. */
const POLL_MS = 3_000;

export type Reading = Omit<GenerateStoryAudioRequest, 'idempotencyKey'>;

/** Saves the story, because the server reads the saved version aloud, and then starts the generation. */
async function start(queryClient: QueryClient, { id }: Project, reading: Reading): Promise<void> {
  requireSaved(await flushProject(id));
  const story = queryClient.getQueryData(wholeProject(queryClient, id).queryKey)?.story;
  await idempotencyKeys.once(`story-audio/${id}`, { ...reading, story }, (idempotencyKey) =>
    apiRequest(
      'POST',
      `/api/projects/${id}/story-audio`,
      { ...reading, idempotencyKey },
      { schema: lazySchema('generateSpeechResponseSchema') },
    ),
  );
}

/** Starts or cancels the narration of a project's whole story. Never rejects; errors are shown as toasts. */
export function useStoryAudio(project: Project) {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const isPushed = useSocketConnected();
  const isReading = project.storyAudioStatus === 'processing';
  useQuery({
    ...wholeProject(queryClient, project.id),
    enabled: isReading && !isPushed,
    refetchInterval: POLL_MS,
  });

  async function doing(work: () => Promise<void>): Promise<void> {
    setPending(true);
    await work();
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: projectKeys.one(project.id) }),
      refreshBalance(queryClient),
    ]);
    setPending(false);
  }
  const generate = (reading: Reading): Promise<void> =>
    doing(async () => {
      try {
        await start(queryClient, project, reading);
      } catch (error) {
        const description = reasonOf(error);
        // Not an error: another window, or a click whose response was lost, has already started the narration.
        if (hasStatus(error, 409)) toast({ title: 'The story audio is already being generated', description });
        else tellFailure("Couldn't generate the story audio", description ?? 'Please try again.');
      }
    });
  const cancel = (): Promise<void> =>
    doing(async () => {
      try {
        const path = `/api/projects/${project.id}/story-audio/cancel`;
        setProjectInCache(
          queryClient,
          await apiRequest('POST', path, undefined, { schema: lazySchema('projectSchema') }),
        );
      } catch (error) {
        tellFailure("Couldn't cancel the story audio", reasonOf(error));
      }
    });
  return { isPending, isReading, generate, cancel };
}
