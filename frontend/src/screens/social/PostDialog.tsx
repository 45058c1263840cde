import type { SocialPost } from '@storyreel/contracts';
import { useState } from 'react';
import { PostEditor } from './PostEditor';
import { PostView } from './PostView';

export interface PostDialogProps {
  post: SocialPost;
  zone: string;
  onClose: () => void;
}

/** One post: all of it, and everything that can be done with it. */
export function PostDialog(props: PostDialogProps) {
  const [editing, setEditing] = useState(false);
  return editing ? (
    <PostEditor {...props} onDone={() => setEditing(false)} />
  ) : (
    <PostView {...props} onEdit={() => setEditing(true)} />
  );
}
