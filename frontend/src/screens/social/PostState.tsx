import styled from '@emotion/styled';
import { createLink } from '@tanstack/react-router';
import { PLATFORM_PROFILES, type SocialAccount, type SocialPost } from '@storyreel/contracts';
import { space, Stack, tokens } from '../../ui';
import { inZone } from './post-times';

const Note = styled.div`
  padding: ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  overflow-wrap: anywhere;
  &[data-tone='danger'] {
    border-color: ${tokens.danger};
  }
`;
const Link = styled.a`
  color: ${tokens.text1};
  text-decoration: underline;
`;
const SandboxLink = createLink(Link);

/** When a post goes out or went out, what went wrong, and what only its author can decide. */
export function PostState({ post, zone, account }: { post: SocialPost; zone: string; account?: SocialAccount }) {
  const { platform, status, question, failure, isPublishing, scheduledAt, publishedAt, publishedUrl } = post;
  const { name } = PLATFORM_PROFILES[platform];
  const { moment } = inZone(zone);
  if (isPublishing)
    return <Note role="status">It is on its way to {name} now. It can&apos;t be changed until that&apos;s done.</Note>;
  if (question === 'unknown') {
    return (
      <Note role="alert" data-tone="danger">
        We sent this post to {name}, but its answer was lost. Please check on {name} whether the post is there:
        publishing again could post it twice.
      </Note>
    );
  }
  if (question === 'missed') {
    return (
      <Note role="alert" data-tone="danger">
        The server was down when this post was due
        {scheduledAt !== null && `, ${moment(scheduledAt)}`}. It was not published. Publish it now, or choose another
        time.
      </Note>
    );
  }
  return (
    <Stack gap={2}>
      {status === 'failed' && (
        <Note role="alert" data-tone="danger">
          {failure ?? `${name} didn't accept the post.`}
        </Note>
      )}
      {status === 'published' && (
        <Note>
          Published{publishedAt !== null && ` on ${moment(publishedAt)}`}.{' '}
          {publishedUrl !== null && /^https?:/.test(publishedUrl) && (
            <Link href={publishedUrl} target="_blank" rel="noopener noreferrer">
              See it on {name}
            </Link>
          )}
          {account?.kind === 'sandbox' && (
            <SandboxLink to="/social/published">See what the sandbox published</SandboxLink>
          )}
        </Note>
      )}
      {status === 'scheduled' && scheduledAt !== null && <Note>Goes out on {moment(scheduledAt)}.</Note>}
      {status === 'draft' && <Note>A draft: it is not scheduled.</Note>}
      {status !== 'published' && account?.isActive !== true && (
        <Note role="alert">Connect {name} again before this post can be published.</Note>
      )}
    </Stack>
  );
}
