import styled from '@emotion/styled';
import { space, tokens } from '../../ui';
import { ON_MEDIA } from './preview-colours';
import { PreviewPicture, type PreviewProps } from './PreviewPicture';

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

/** As YouTube shows a post: the thumbnail, and below it the title, the channel and the description. */
export function YouTubePreview({ title, caption, account, media }: PreviewProps) {
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
