import styled from '@emotion/styled';
import { Film, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { pictureSource } from '../../../platform/picture-source';
import { covering, space, tokens } from '../../../ui';

/** Colours of text over an image or clip; the same in both themes, because the media is the same too. */
export const ON_MEDIA = {
  ground: '#101114',
  words: '#ffffff',
  quiet: '#c9ccd2',
  shade: 'rgb(0 0 0 / 60%)',
  fade: 'linear-gradient(transparent, rgb(0 0 0 / 55%) 30%, rgb(0 0 0 / 80%))',
} as const;

export interface PreviewMedia {
  url: string;
  kind: 'image' | 'video';
}
/** Props that all previews have. */
export interface PreviewProps {
  title: string;
  caption: string;
  account: string;
  media: PreviewMedia | null;
}

const Picture = styled.img`
  ${covering}
  width: 100%;
  height: 100%;
  object-fit: cover;
`;
const Clip = styled.video`
  ${covering}
  width: 100%;
  height: 100%;
  object-fit: contain;
`;
const Empty = styled.div`
  ${covering}
  gap: ${space(2)};
  color: ${ON_MEDIA.quiet};
  font-size: ${tokens.caption};
`;
const PlayButton = styled.button`
  ${covering}
  width: 100%;
  padding: 0;
  border: 0;
  background: transparent;
  color: ${ON_MEDIA.words};
  cursor: pointer;
  & > span {
    display: grid;
    place-items: center;
    width: 56px;
    height: 56px;
    border-radius: 50%;
    background: ${ON_MEDIA.shade};
  }
  &[data-playing='true'] > span {
    visibility: hidden;
  }
  &:focus-visible {
    outline-offset: -4px;
  }
`;

/** Shows the post's image or clip, filling the container; clicking plays a clip. */
export function PreviewPicture({ media }: { media: PreviewMedia | null }) {
  const clip = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  if (!media) {
    return (
      <Empty>
        <Film size={20} aria-hidden />
        No image or video yet
      </Empty>
    );
  }
  if (media.kind === 'image') {
    return <Picture {...pictureSource(media.url, '(max-width: 767px) 100vw, 400px')} alt="First image of the post" />;
  }
  const toggle = () => {
    const video = clip.current;
    if (!video) return;
    // A clip that cannot be played stays a still image.
    if (video.paused) video.play().catch(() => setPlaying(false));
    else video.pause();
  };
  return (
    <>
      <Clip
        ref={clip}
        src={media.url}
        preload="metadata"
        playsInline
        loop
        aria-label="Video of the post"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <PlayButton
        type="button"
        aria-label={isPlaying ? 'Pause video' : 'Play video'}
        data-playing={isPlaying}
        onClick={toggle}
      >
        <span>
          <Play size={20} aria-hidden />
        </span>
      </PlayButton>
    </>
  );
}
