import { createLink } from '@tanstack/react-router';
import type { Project, SocialPlatform } from '@storyreel/contracts';
import { useSocialAccounts } from '../../../domains/posts/queries';
import { ButtonAnchor } from '../../../ui';

const ComposerLink = createLink(ButtonAnchor);

/** Leads to a new post that carries the project's film; nothing where the platform is not connected. */
export function PostFilm({ project, platform, name }: { project: Project; platform: SocialPlatform; name: string }) {
  const { data: accounts = [] } = useSocialAccounts();
  if (!accounts.some((account) => account.platform === platform && account.isActive)) return null;
  return (
    <ComposerLink
      to="/create-post"
      search={{ project: project.id, projectId: project.id, video: 'final', platform, when: 'later' }}
      data-variant="ghost"
      aria-label={`Schedule on ${name}`}
    >
      Schedule
    </ComposerLink>
  );
}
