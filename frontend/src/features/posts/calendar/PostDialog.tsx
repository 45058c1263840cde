import styled from '@emotion/styled';
import { PLATFORM_PROFILES } from '@storyreel/contracts';
import type { SocialAccount, SocialPost } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge, Button, Dialog, Row, space, Stack, tokens } from '../../../ui';
import { PlatformIcon, PostStatusBadge } from '../PostBadges';
import { usePosts, useSocialAccounts } from '../api';
import { cancelSchedule, deletePost, duplicatePost, markPublished, publishPost } from '../post-commands';
import { dayOfPost, inZone, spanOfWeeks } from '../post-days';
import { VIDEO_LABELS } from '../selectable-videos';
import { PostStatisticsView } from '../statistics/PostStatistics';
import { isMovable } from './PostChip';
import { PostEditor } from './PostEditor';

const Note = styled.div`
  padding: ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  overflow-wrap: anywhere;
  &[data-tone='danger'] {
    border-color: ${tokens.danger};
  }
  &[data-tone='warning'] {
    border-color: ${tokens.warning};
  }
`;
const Link = styled.a`
  color: ${tokens.text1};
  text-decoration: underline;
`;
const SandboxLink = createLink(Link);

/** Shows a post's schedule, its errors, and the questions that only its author can answer. */
function PostState({ post, zone, account }: { post: SocialPost; zone: string; account?: SocialAccount }) {
  const {
    platform,
    status,
    question,
    failure,
    isPublishing,
    scheduledAt,
    publishedAt,
    publishedUrl,
    madePrivate,
    notes,
  } = post;
  const { name } = PLATFORM_PROFILES[platform];
  const { moment } = inZone(zone);
  if (isPublishing) return <Note role="status">Publishing to {name}… Editing is locked until it finishes.</Note>;
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
      {madePrivate && (
        <Note role="status" data-tone="warning">
          {name} made this post private: only you can see it there.
        </Note>
      )}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {status === 'scheduled' && scheduledAt !== null && <Note>Goes out on {moment(scheduledAt)}.</Note>}
      {status === 'draft' && <Note>A draft: it is not scheduled.</Note>}
      {status !== 'published' && account?.isActive !== true && (
        <Note role="alert">Connect {name} again before this post can be published.</Note>
      )}
    </Stack>
  );
}

/** Returns the publish button's label, which depends on the previous attempt. */
function publishLabel({ status, question }: SocialPost): string {
  if (question === 'unknown') return 'Publish Again';
  return status === 'failed' ? 'Try Again' : 'Publish Now';
}

/** Actions on an unpublished post: publish it, cancel its schedule, or mark it as published. */
function PublishActions({
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

const Content = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const Tags = styled.p`
  color: ${tokens.text2};
  overflow-wrap: anywhere;
`;
const Player = styled.video`
  width: min(100%, 180px);
  aspect-ratio: 9 / 16;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface3};
`;
const Line = styled.span`
  color: ${tokens.text2};
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** Shows a whole post with its actions. */
function PostView({ post, zone, onClose, onChanged, onEdit }: PostDialogProps & { onEdit: () => void }) {
  const queryClient = useQueryClient();
  const { data: accounts = [] } = useSocialAccounts();
  const account = accounts.find(({ id }) => id === post.socialAccountId);
  const { title, content, platform, hashtags, mentions, selectedProjectVideo: video } = post;
  const marks = [...mentions.map((name) => `@${name}`), ...hashtags.map((tag) => `#${tag}`)];

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      footer={
        <Actions>
          <Button
            variant="ghost"
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => {
              onClose();
              void deletePost(queryClient, post);
            }}
          >
            Delete
          </Button>
          <Button icon={<Copy size={16} aria-hidden />} onClick={() => void duplicatePost(queryClient, post)}>
            Duplicate
          </Button>
          {isMovable(post) && (
            <Button icon={<Pencil size={16} aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
          )}
          <PublishActions post={post} canPublish={account?.isActive === true} onChanged={onChanged} />
        </Actions>
      }
    >
      <Stack gap={4}>
        <Row gap={2}>
          <PlatformIcon platform={platform} size={20} />
          <span>{PLATFORM_PROFILES[platform].name}</span>
          <Line dir="auto">{account?.accountName ?? 'The account was removed'}</Line>
          <PostStatusBadge status={post.status} />
          {post.madePrivate && <Badge tone="warning">Private</Badge>}
          {account?.kind === 'sandbox' && <Badge>Sandbox</Badge>}
        </Row>
        <PostState post={post} zone={zone} account={account} />
        <PostStatisticsView post={post} />
        <Content dir="auto">{content}</Content>
        {marks.length > 0 && <Tags dir="auto">{marks.join(' ')}</Tags>}
        {video && (
          <Stack gap={2}>
            <Row gap={2}>
              <Badge>{VIDEO_LABELS[video.videoType]}</Badge>
              <Line dir="auto">{video.videoTitle || video.videoFilename}</Line>
            </Row>
            <Player src={video.videoUrl} controls playsInline preload="metadata" aria-label="Video of the post" />
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}

export interface PostDialogProps {
  post: SocialPost;
  zone: string;
  onClose: () => void;
  /** Called with the changed post, which may now belong to another month. */
  onChanged: (post: SocialPost) => void;
}

/** Shows a whole post with its actions in a dialog. */
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
