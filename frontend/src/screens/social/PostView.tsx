import styled from '@emotion/styled';
import { PLATFORM_PROFILES } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Pencil, Trash2 } from 'lucide-react';
import { deletePost } from '../../domains/posts/delete-post';
import { duplicatePost } from '../../domains/posts/post-actions';
import { PlatformIcon } from '../../domains/posts/PlatformIcon';
import { PostStatusBadge } from '../../domains/posts/PostStatusBadge';
import { useSocialAccounts } from '../../domains/posts/queries';
import { VIDEO_LABELS } from '../../domains/posts/selectable-videos';
import { Badge, Button, Dialog, Row, space, Stack, tokens } from '../../ui';
import { isMovable } from './PostChip';
import type { PostDialogProps } from './PostDialog';
import { PostState } from './PostState';
import { PublishActions } from './PublishActions';

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

/** The whole of a post, and what can be done with it. */
export function PostView({ post, zone, onClose, onChanged, onEdit }: PostDialogProps & { onEdit: () => void }) {
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
          {account?.kind === 'sandbox' && <Badge>Sandbox</Badge>}
        </Row>
        <PostState post={post} zone={zone} account={account} />
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
