import type { Project } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { useSocialAccounts } from '../../../domains/posts/queries';
import { ButtonAnchor } from '../../../ui';

const Link = createLink(ButtonAnchor);

/** The way on for a finished film: a post that carries it, or first of all somewhere to post it. */
export function PublishNext({ project }: { project: Project }) {
  const { data: accounts } = useSocialAccounts();
  if (!accounts) return null;
  return accounts.some(({ isActive }) => isActive) ? (
    <Link
      to="/create-post"
      search={{ project: project.id, projectId: project.id, video: 'final' }}
      data-variant="primary"
    >
      Write a Post with This Video
    </Link>
  ) : (
    <Link to="/social" search={{ project: project.id }} data-variant="primary">
      Connect a Platform
    </Link>
  );
}
