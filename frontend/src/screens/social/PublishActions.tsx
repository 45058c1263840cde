import type { SocialPost } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelSchedule } from '../../domains/posts/change-post';
import { markPublished, publishPost } from '../../domains/posts/post-actions';
import { Button } from '../../ui';
import { isMovable } from './PostChip';

/** What publishing is called, by what became of the post before. */
function publishLabel({ status, question }: SocialPost): string {
  if (question === 'unknown') return 'Publish Again';
  return status === 'failed' ? 'Try Again' : 'Publish Now';
}

/** What decides when a post goes out. */
export function PublishActions({
  post,
  canPublish,
  onChanged,
}: {
  post: SocialPost;
  canPublish: boolean;
  onChanged: (post: SocialPost) => void;
}) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  if (!isMovable(post)) return null;
  const act = async (action: () => Promise<SocialPost | null>): Promise<void> => {
    setPending(true);
    const changed = await action();
    setPending(false);
    if (changed) onChanged(changed);
  };
  const { status, question } = post;
  return (
    <>
      {(status === 'scheduled' || question === 'missed') && (
        <Button disabled={pending} onClick={() => void act(() => cancelSchedule(queryClient, post))}>
          Cancel Schedule
        </Button>
      )}
      {question === 'unknown' && (
        <Button disabled={pending} onClick={() => void act(() => markPublished(queryClient, post))}>
          It&apos;s Published
        </Button>
      )}
      <Button
        variant="primary"
        disabled={!canPublish}
        loading={pending}
        onClick={() => void act(() => publishPost(queryClient, post))}
      >
        {publishLabel(post)}
      </Button>
    </>
  );
}
