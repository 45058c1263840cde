import { type Project, type SocialPlatform, writtenWords } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { intentions, keyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { tellFailure, toast } from '../../ui';
import { refreshBalance } from '../zaps/queries';

export interface DescriptionWanted {
  title: string;
  platforms: SocialPlatform[];
  project: Pick<Project, 'title' | 'description' | 'story'> | null;
}

/** Has a post's text written. Says by a toast how it went, and rejects never: null when there is none. */
export async function describePost(
  queryClient: QueryClient,
  { title, platforms, project }: DescriptionWanted,
): Promise<string | null> {
  if (title.trim() === '' || platforms.length === 0) {
    tellFailure('Missing Information', 'Please enter a title and select platforms before generating description');
    return null;
  }
  const body = {
    title,
    platforms,
    projectContext: project && { ...writtenWords(project), story: project.story },
  };
  try {
    const text = await intentions.once('describe-post', body, (key) =>
      apiRequest('POST', '/api/ai/generate-description', body, {
        schema: lazySchema('writtenDescriptionSchema'),
        headers: keyHeader(key),
      }),
    );
    toast({ title: 'Description Generated', description: 'AI-powered description has been created' });
    return text;
  } catch {
    tellFailure('Generation Failed', 'Failed to generate description. Please try again.');
    return null;
  } finally {
    void refreshBalance(queryClient);
  }
}
