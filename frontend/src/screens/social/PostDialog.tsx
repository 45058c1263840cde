import type { SocialPost } from '@storyreel/contracts';
import { useState } from 'react';
import { dayOfPost, spanOfWeeks } from '../../domains/posts/post-days';
import { usePosts } from '../../domains/posts/queries';
import { PostEditor } from './PostEditor';
import { PostView } from './PostView';

export interface PostDialogProps {
  post: SocialPost;
  zone: string;
  onClose: () => void;
  /** What the server has made of it, which may stand in another month now. */
  onChanged: (post: SocialPost) => void;
}

/** One post: all of it, and everything that can be done with it. */
export function PostDialog({ post: held, ...props }: PostDialogProps) {
  const [editing, setEditing] = useState(false);
  const { data } = usePosts(spanOfWeeks(dayOfPost(held, props.zone), props.zone));
  const post = data?.find(({ id }) => id === held.id) ?? held;
  return editing ? (
    <PostEditor {...props} post={post} onDone={() => setEditing(false)} />
  ) : (
    <PostView {...props} post={post} onEdit={() => setEditing(true)} />
  );
}
