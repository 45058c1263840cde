import styled from '@emotion/styled';
import { createLink } from '@tanstack/react-router';
import { PLATFORM_PROFILES, type SandboxPost } from '@storyreel/contracts';
import { useState } from 'react';
import { PlatformIcon } from '../PostBadges';
import { useSandboxPosts } from '../api';
import { useVisitorZone } from '../../../platform/time/written-dates';
import { pictureSource } from '../../../platform/picture-source';
import {
  ButtonAnchor,
  Card,
  EmptyState,
  Row,
  ShowMore,
  Skeleton,
  space,
  tokens,
  Unreadable,
  VisuallyHidden,
} from '../../../ui';
import { Screen } from '../../../ui/Screen';
import { inZone } from '../post-days';

const SocialLink = createLink(ButtonAnchor);

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  align-items: start;
  gap: ${space(4)};
`;
const Words = styled.p`
  margin-top: ${space(3)};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const Title = styled.h2`
  margin-top: ${space(3)};
  font-size: ${tokens.body};
  font-weight: 600;
  overflow-wrap: anywhere;
`;
const Line = styled.span`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  overflow-wrap: anywhere;
`;
const Frame = styled.div`
  margin-top: ${space(3)};
  & > * {
    display: block;
    width: 100%;
    max-width: 200px;
    max-height: 360px;
    object-fit: cover;
    border-radius: ${tokens.radiusMedia};
    background: ${tokens.surface3};
  }
`;

/**
 * Shows an image or a video. The address does not tell the type, so a file that cannot be shown as an image is shown as
 * a video.
 */
function Media({ url, label }: { url: string; label: string }) {
  const [isVideo, setVideo] = useState(false);
  return (
    <Frame>
      {isVideo ? (
        <video src={url} controls playsInline preload="metadata" aria-label={label} />
      ) : (
        <img {...pictureSource(url, '200px')} alt={label} onError={() => setVideo(true)} />
      )}
    </Frame>
  );
}

function Published({ post, zone }: { post: SandboxPost; zone: string }) {
  const { platform, accountName, title, text, mediaUrls, publishedAt } = post;
  return (
    <Card as="article" aria-label={title}>
      <Row gap={2}>
        <PlatformIcon platform={platform} size={20} />
        <b>{PLATFORM_PROFILES[platform].name}</b>
        <Line dir="auto">{accountName}</Line>
      </Row>
      <Line>
        <time dateTime={publishedAt}>{inZone(zone).moment(publishedAt)}</time>
      </Line>
      <Title dir="auto">{title}</Title>
      <Words dir="auto">{text}</Words>
      {mediaUrls.map((url) => (
        <Media key={url} url={url} label={`Media of ${title}`} />
      ))}
    </Card>
  );
}

/** Lists the publications that the sandbox received in place of the platforms. */
export function PublishedScreen() {
  const zone = useVisitorZone();
  const list = useSandboxPosts();
  const { data: posts, isError, refetch } = list;
  return (
    <Screen
      title="Published in the Sandbox"
      subtitle="Posts from sandbox connections. Nothing here has left Storyreel."
      actions={
        <SocialLink to="/social" search={({ project }) => ({ project })} data-variant="secondary">
          Back to Social
        </SocialLink>
      }
    >
      {posts ? (
        posts.length === 0 ? (
          <EmptyState
            drawing="pages"
            title="Nothing published yet"
            line="Posts from sandbox connections appear here once they are published."
          />
        ) : (
          <>
            <List>
              {posts.map((post) => (
                <li key={post.id}>
                  <Published post={post} zone={zone} />
                </li>
              ))}
            </List>
            <ShowMore list={list} label="Show Older Posts" />
          </>
        )
      ) : isError ? (
        <Unreadable what="the published posts" retry={refetch} />
      ) : (
        <div role="status" aria-busy="true">
          <VisuallyHidden>Loading posts</VisuallyHidden>
          <Skeleton height="160px" radius={tokens.radiusCard} />
        </div>
      )}
    </Screen>
  );
}
