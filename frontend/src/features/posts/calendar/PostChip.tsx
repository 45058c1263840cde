import { useDraggable } from '@dnd-kit/core';
import styled from '@emotion/styled';
import { PLATFORM_PROFILES, type SocialPost } from '@storyreel/contracts';
import { Lock } from 'lucide-react';
import { PlatformIcon } from '../PostBadges';
import { timeAt } from '../../../platform/time/zoned-time';
import { mobile, space, tokens } from '../../../ui';

export const ChipFace = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  width: 100%;
  min-width: 0;
  min-height: 32px;
  padding: 0 ${space(1)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface2};
  color: ${tokens.text1};
  font-size: ${tokens.caption};
  text-align: start;
  cursor: pointer;
  /* A long press drags; a swipe still scrolls the page. */
  touch-action: manipulation;
  &:hover {
    border-color: ${tokens.lineStrong};
  }
  &[data-status='draft'] {
    border-style: dashed;
    border-color: ${tokens.lineStrong};
  }
  &[data-status='failed'],
  &[data-question='true'] {
    border-color: ${tokens.danger};
  }
  /* The slot of a dragged post stays, while its content follows the pointer. */
  &[data-dragged='true'] {
    border-style: dashed;
    background: transparent;
    & > * {
      visibility: hidden;
    }
  }
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > svg {
    flex: none;
  }
  ${mobile} {
    justify-content: center;
    min-height: 44px;
    padding: 0;
    & > span {
      display: none;
    }
  }
`;

/** Returns true when the author can still reschedule the post. */
export const isMovable = ({ status, isPublishing }: Pick<SocialPost, 'status' | 'isPublishing'>): boolean =>
  status !== 'published' && !isPublishing;

const asked = ({ question }: SocialPost): string => (question === null ? '' : ', needs your answer');

/** A post within its day: clicking opens it, dragging moves it to another day. */
export function PostChip({ post, zone, onOpen }: { post: SocialPost; zone: string; onOpen: () => void }) {
  const movable = isMovable(post);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: post.id,
    disabled: !movable,
  });
  const { title, platform, status, scheduledAt, question, madePrivate } = post;
  const when = scheduledAt === null ? '' : `, ${timeAt(scheduledAt, zone)}`;
  return (
    <div ref={setNodeRef}>
      <ChipFace
        {...(movable && attributes)}
        {...listeners}
        ref={setActivatorNodeRef}
        type="button"
        aria-label={`${title}, ${PLATFORM_PROFILES[platform].name}, ${status}${when}${madePrivate ? ', private' : ''}${asked(post)}`}
        data-post={post.id}
        data-status={status}
        data-question={question !== null}
        data-dragged={isDragging}
        onClick={onOpen}
        // Space starts a drag, so its keyup must not click the button. Enter opens the post.
        onKeyUp={(event) => {
          if (event.code === 'Space') event.preventDefault();
        }}
      >
        <PlatformIcon platform={platform} />
        <span dir="auto">{title}</span>
        {madePrivate && <Lock size={12} aria-hidden />}
      </ChipFace>
    </div>
  );
}

/** The preview that follows the pointer during a drag. */
export function DraggedChip({ post }: { post: SocialPost }) {
  return (
    <ChipFace as="div" aria-hidden data-status={post.status} style={{ boxShadow: tokens.shadow, cursor: 'grabbing' }}>
      <PlatformIcon platform={post.platform} />
      <span dir="auto">{post.title}</span>
    </ChipFace>
  );
}
