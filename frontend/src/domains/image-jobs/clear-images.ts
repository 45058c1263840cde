import type { Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { tellError, toast } from '../../ui';
import { refreshMedia } from '../media/refresh-media';

/** Removes the scene's failed and stuck slots; completed images stay. */
export async function clearDeadImages(queryClient: QueryClient, scene: Scene): Promise<void> {
  try {
    const path = `/api/scenes/${scene.id}/cleanup-dead-images`;
    const schema = lazySchema('cleanupDeadImagesResponseSchema');
    const { removedCount, remainingCount } = await apiRequest('POST', path, undefined, { schema });
    toast({ title: 'Images cleaned up', description: `${removedCount} removed, ${remainingCount} remaining` });
  } catch (error) {
    tellError('Cleanup failed', error);
  }
  await refreshMedia(queryClient, scene.projectId);
}
