import styled from '@emotion/styled';
import type { SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { Bookmark, Heart, MessageCircle, Music2, Send, Share2 } from 'lucide-react';
import { mobile, space, tokens } from '../../../ui';
import { accountOn } from '../api';
import { ON_MEDIA, PreviewPicture } from './PreviewPicture';
import type { PreviewMedia, PreviewProps } from './PreviewPicture';
import type { PostDraft, ProjectLink } from './composer-draft';
import { isImage, mediaFor, nameOf } from './submission';

const PhoneFrame = styled.div`
  position: relative;
  aspect-ratio: 9 / 16;
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${ON_MEDIA.ground};
  color: ${ON_MEDIA.words};
`;
const Head = styled.div`
  position: absolute;
  top: ${space(3)};
  right: ${space(3)};
  left: ${space(3)};
  font-weight: 600;
  text-align: start;
  text-shadow: 0 1px 4px ${ON_MEDIA.shade};
  pointer-events: none;
  &[data-platform='tiktok'] {
    text-align: center;
  }
`;
const Actions = styled.div`
  position: absolute;
  right: ${space(3)};
  bottom: ${space(6)};
  z-index: 1;
  display: grid;
  gap: ${space(4)};
  pointer-events: none;
`;
const Overlay = styled.div`
  position: absolute;
  right: 0;
  bottom: 0;
  left: 0;
  display: grid;
  gap: ${space(1.5)};
  padding: ${space(10)} ${space(12)} ${space(4)} ${space(3)};
  background: ${ON_MEDIA.fade};
  font-size: ${tokens.caption};
  pointer-events: none;
`;
const Account = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  font-size: ${tokens.body};
  font-weight: 600;
  overflow-wrap: anywhere;
`;
const Avatar = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  border: 1px solid ${ON_MEDIA.words};
  border-radius: 50%;
  background: ${ON_MEDIA.ground};
  font-size: ${tokens.caption};
`;
/** The caption without empty lines, cut off until it is tapped, as on the platforms. */
const Caption = styled.p`
  display: -webkit-box;
  overflow: hidden;
  overflow-wrap: anywhere;
  white-space: pre-line;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 6;
`;
const Sound = styled.span`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  color: ${ON_MEDIA.quiet};
`;

/** Previews a post as on TikTok and Instagram Reels: a full-screen film with the text over it. */
function VerticalPreview({
  platform,
  title,
  caption,
  account,
  media,
}: PreviewProps & { platform: 'tiktok' | 'instagram' }) {
  const isReel = platform === 'instagram';
  const Share = isReel ? Send : Share2;
  return (
    <PhoneFrame role="group" aria-label={isReel ? 'Preview for Instagram Reels' : 'Preview for TikTok'}>
      <PreviewPicture media={media} />
      <Head data-platform={platform}>{isReel ? 'Reels' : 'For You'}</Head>
      <Actions aria-hidden>
        <Heart size={20} />
        <MessageCircle size={20} />
        {!isReel && <Bookmark size={20} />}
        <Share size={20} />
      </Actions>
      <Overlay>
        <Account>
          <Avatar aria-hidden>{[...account][0]}</Avatar>
          <span dir="auto">{account}</span>
        </Account>
        <Caption dir="auto">{caption.replaceAll(/\n+/g, '\n') || title || 'Your text appears here.'}</Caption>
        <Sound>
          <Music2 size={16} aria-hidden />
          Original sound
        </Sound>
      </Overlay>
    </PhoneFrame>
  );
}

const YouTubeFrame = styled.div`
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;
const Thumbnail = styled.div`
  position: relative;
  aspect-ratio: 16 / 9;
  background: ${ON_MEDIA.ground};
`;
const Words = styled.div`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
`;
const Title = styled.p`
  display: -webkit-box;
  overflow: hidden;
  color: ${tokens.text1};
  font-size: 1rem;
  font-weight: 650;
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
const Channel = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  font-weight: 550;
  overflow-wrap: anywhere;
`;
const ChannelAvatar = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  border-radius: 50%;
  background: ${tokens.surface3};
`;
const Description = styled.p`
  padding: ${space(3)};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

/** Previews a post as on YouTube: the thumbnail, and below it the title, channel and description. */
function YouTubePreview({ title, caption, account, media }: PreviewProps) {
  return (
    <YouTubeFrame role="group" aria-label="Preview for YouTube">
      <Thumbnail>
        <PreviewPicture media={media} />
      </Thumbnail>
      <Words>
        <Title dir="auto">{title || 'Your title appears here'}</Title>
        <Channel>
          <ChannelAvatar aria-hidden>{[...account][0]}</ChannelAvatar>
          <span dir="auto">{account}</span>
        </Channel>
        <Description dir="auto">{caption || 'Your text appears here.'}</Description>
      </Words>
    </YouTubeFrame>
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(6)};
  & > li {
    display: grid;
    align-content: start;
    gap: ${space(2)};
    width: 280px;
    max-width: 100%;
  }
  & > li[data-wide='true'] {
    width: 380px;
  }
  ${mobile} {
    & > li,
    & > li[data-wide='true'] {
      width: 100%;
    }
  }
`;
const Name = styled.h2`
  font-size: ${tokens.body};
  font-weight: 600;
`;
const Nothing = styled.p`
  color: ${tokens.text2};
`;

/** Returns the media that the platform shows first: the project's video, or else the first supported file. */
function mediaOf(platform: SocialPlatform, { media }: PostDraft, { video }: ProjectLink): PreviewMedia | null {
  if (video) return { url: video.url, kind: 'video' };
  const [first] = mediaFor(platform, media);
  return first ? { url: first.url, kind: isImage(first) ? 'image' : 'video' } : null;
}

/** Appends hashtags and mentions to the text, for platforms that have no fields for them. */
const captionOf = ({ content, mentions, hashtags }: PostDraft): string =>
  [content.trim(), mentions.map((name) => `@${name}`).join(' '), hashtags.map((tag) => `#${tag}`).join(' ')]
    .filter((part) => part !== '')
    .join('\n\n');

interface PostPreviewProps {
  draft: PostDraft;
  link: ProjectLink;
  accounts: readonly SocialAccount[];
}

/** Previews the post on each chosen platform. */
export function PostPreview({ draft, link, accounts }: PostPreviewProps) {
  if (draft.platforms.length === 0) return <Nothing>Select a platform to preview the post.</Nothing>;
  return (
    <List aria-label="Previews">
      {draft.platforms.map((platform) => {
        const shown = {
          title: draft.title.trim(),
          caption: captionOf(draft),
          account: accountOn(platform, accounts)?.accountName ?? `Your ${nameOf(platform)} account`,
          media: mediaOf(platform, draft, link),
        };
        return (
          <li key={platform} data-wide={platform === 'youtube'}>
            <Name>{nameOf(platform)}</Name>
            {platform === 'youtube' ? (
              <YouTubePreview {...shown} />
            ) : (
              <VerticalPreview platform={platform} {...shown} />
            )}
          </li>
        );
      })}
    </List>
  );
}
