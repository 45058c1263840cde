import styled from '@emotion/styled';
import { space, tokens } from '../../ui';

const Figure = styled.figure`
  display: grid;
  justify-items: center;
  gap: ${space(3)};
  margin: 0;
  & > video {
    width: min(100%, 304px);
    aspect-ratio: 9 / 16;
    border-radius: ${tokens.radiusMedia};
    background: ${tokens.surface3};
    box-shadow: ${tokens.shadow};
  }
  & > figcaption {
    max-width: 40ch;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    text-align: center;
  }
`;

/** A film made in the sandbox, without any paid model; docs/decisions/0024 explains how to make it again. */
export const LandingFilm = () => (
  <Figure>
    <video
      controls
      playsInline
      preload="none"
      poster="/landing/film.jpg"
      src="/landing/film.mp4"
      aria-label="The Keeper of Gull Point, a film made with Storyreel"
    />
    <figcaption>Made here from three short paragraphs: images, narration, captions and cuts.</figcaption>
  </Figure>
);
