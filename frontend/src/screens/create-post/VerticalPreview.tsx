import styled from '@emotion/styled';
import { Bookmark, Heart, MessageCircle, Music2, Send, Share2 } from 'lucide-react';
import { space, tokens } from '../../ui';
import { ON_MEDIA } from './preview-colours';
import { PreviewPicture, type PreviewProps } from './PreviewPicture';

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
/** Without empty lines, and cut until it is tapped: so do the platforms. */
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

/** As TikTok and Instagram's Reels show a post: the film fills the screen, the words lie over it. */
export function VerticalPreview({
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
