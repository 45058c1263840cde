import { type Project, type SocialPlatform, writtenWords } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { tellError, tellFailure, toast } from '../../ui';
import type { Undo } from '../../ui/toast-store';
import { refreshBalance } from '../zaps/queries';

export interface DescriptionWanted {
  title: string;
  platforms: SocialPlatform[];
  project: Pick<Project, 'title' | 'description' | 'story'> | null;
}

/**
 * Has a post's text written. Says by a toast how it went, and rejects never.
 * @param put takes the text, and answers how to take it back where it took the place of another one
 */
export async function describePost(
  queryClient: QueryClient,
  { title, platforms, project }: DescriptionWanted,
  put: (text: string) => Undo | undefined,
): Promise<void> {
  if (title.trim() === '' || platforms.length === 0) {
    return tellFailure(
      'Missing Information',
      'Please enter a title and select platforms before generating description',
    );
  }
  const body = {
    title,
    platforms,
    projectContext: project && { ...writtenWords(project), story: project.story },
  };
  try {
    const text = await idempotencyKeys.once('describe-post', body, (key) =>
      apiRequest('POST', '/api/ai/generate-description', body, {
        schema: lazySchema('writtenDescriptionSchema'),
        headers: idempotencyHeader(key),
      }),
    );
    const undo = put(text);
    toast({ title: 'Description Generated', description: 'AI-powered description has been created', undo });
  } catch (error) {
    tellError('Generation Failed', error, 'Failed to generate description. Please try again.');
  } finally {
    void refreshBalance(queryClient);
  }
}
