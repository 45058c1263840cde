import styled from '@emotion/styled';
import { cutText, PLATFORM_PROFILES, type SocialPost } from '@storyreel/contracts';
import { PlatformIcon } from '../../domains/posts/PlatformIcon';
import { PostStatusBadge } from '../../domains/posts/PostStatusBadge';
import { Badge, Row, space, tokens, VisuallyHidden } from '../../ui';
import { inZone } from './post-times';

/** Characters of a post's text that its card shows. */
const EXCERPT = 120;

const Open = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(1)} ${space(3)};
  width: 100%;
  padding: ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  text-align: start;
  cursor: pointer;
  &:hover {
    border-color: ${tokens.lineStrong};
  }
  & > svg {
    margin-top: 2px;
  }
`;
const Words = styled.span`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(1)};
  overflow-wrap: anywhere;
  & > b {
    font-weight: 600;
  }
  & > span:last-of-type {
    color: ${tokens.text2};
  }
`;
const Time = styled.time`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;

const beginningOf = (content: string): string => {
  const cut = cutText(content, EXCERPT);
  return cut.length < content.length ? `${cut.trimEnd()}…` : cut;
};

/** A post in a list; opens it. */
export function PostCard({ post, zone, onOpen }: { post: SocialPost; zone: string; onOpen: () => void }) {
  const { title, content, platform, status, scheduledAt, question, isPublishing } = post;
  return (
    <Open type="button" onClick={onOpen}>
      <PlatformIcon platform={platform} size={20} />
      <Words>
        <Row as="span" gap={2}>
          <VisuallyHidden>{PLATFORM_PROFILES[platform].name}</VisuallyHidden>
          <PostStatusBadge status={status} />
          {question !== null && <Badge tone="danger">Needs your answer</Badge>}
          {isPublishing && <Badge tone="warning">Publishing</Badge>}
          {scheduledAt !== null && <Time dateTime={scheduledAt}>{inZone(zone).time(scheduledAt)}</Time>}
        </Row>
        <b dir="auto">{title}</b>
        <span dir="auto">{beginningOf(content)}</span>
      </Words>
    </Open>
  );
}
