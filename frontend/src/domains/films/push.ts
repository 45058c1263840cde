import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { throttleByKey } from '../../platform/paced';
import { onePerWindow } from '../../platform/query-client';
import { filmKeys } from './keys';

/** Steps of a film may follow each other faster than anybody reads them. */
const READ_AGAIN_MS = 500;

const pacedReads = onePerWindow((queryClient) => ({
  read: throttleByKey(READ_AGAIN_MS, (projectId) => queryClient.invalidateQueries({ queryKey: filmKeys.of(projectId) })),
}));

/** How far a film is. The final video of its project comes with projectsChanged. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'filmsChanged') return;
  for (const projectId of new Set(message.jobs.map((job) => job.projectId))) pacedReads(queryClient).read(projectId);
}
