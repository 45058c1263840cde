import { useState } from 'react';
import { usePostForm } from '../../domains/posts/usePostForm';
import { emptyDraft, FIRST_VIDEO, NO_PROJECT, textOf, type PostDraft } from './post-draft';

/** What the card says: it follows the current project, and its words outlive the page until they are posted. */
export function usePostDraft(currentProjectId: string | null) {
  const [draft, setDraft] = useState(() => emptyDraft(currentProjectId));
  const [followed, setFollowed] = useState(currentProjectId);
  if (followed !== currentProjectId) {
    setFollowed(currentProjectId);
    setDraft({ ...draft, projectId: currentProjectId ?? NO_PROJECT, video: FIRST_VIDEO });
  }
  const form = usePostForm('social-post/new', textOf, emptyDraft(null), draft);
  return {
    draft,
    form,
    change: (part: Partial<PostDraft>) => setDraft((before) => ({ ...before, ...part })),
    reset: () => setDraft(emptyDraft(currentProjectId)),
  };
}
