import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { pictureSource } from '../../../platform/picture-source';
import { space, tokens } from '../../../ui';
import { previewImage, previewVideo, type BoardFlavour } from './scene-badges';
import { VideoThumbnail } from './VideoThumbnail';

const Picture = styled.div`
  display: grid;
  place-items: center;
  aspect-ratio: 9 / 16;
  overflow: hidden;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
  color: ${tokens.text3};
  & img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;
const Placeholder = styled.span`
  padding: ${space(4)};
`;

export interface CardPictureProps {
  scene: Scene;
  flavour: BoardFlavour;
  number: number;
}

/** The 9:16 picture of a card: the main image, or a clip that plays in place. */
export function CardPicture({ scene, flavour, number }: CardPictureProps) {
  const image = previewImage(scene);
  const video = previewVideo(scene);
  return (
    <Picture data-testid="scene-picture">
      {flavour === 'videos' ? (
        video ? (
          <VideoThumbnail key={video.id} video={video} playLabel={`Play the clip of scene ${number}`} />
        ) : (
          <Placeholder>No Video</Placeholder>
        )
      ) : image ? (
        <img
          loading="lazy"
          decoding="async"
          draggable={false}
          {...pictureSource(image, '(max-width: 767px) 50vw, 280px')}
          alt={`Scene ${number}`}
        />
      ) : (
        <Placeholder>No Image</Placeholder>
      )}
    </Picture>
  );
}
