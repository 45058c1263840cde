import styled from '@emotion/styled';
import { space, tokens } from '../../ui';

export const Frame = styled.article`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  overflow: hidden;
  cursor: pointer;
  transition:
    box-shadow ${tokens.slow},
    border-color ${tokens.slow};
  & .quiet {
    display: inline-flex;
  }
  @media (hover: hover) {
    & .quiet {
      opacity: 0;
      transition: opacity ${tokens.fast};
    }
    &:hover .quiet,
    & .quiet:focus-within,
    & .quiet:has([data-state='open']) {
      opacity: 1;
    }
  }
  &:hover {
    border-color: ${tokens.lineStrong};
    box-shadow: ${tokens.shadowLift};
  }
  &[data-dragging='true'] {
    z-index: 2;
    box-shadow: ${tokens.shadow};
    opacity: 0.95;
  }
  /* Let go over the thumbnail, the card must not be followed as a link. */
  &[data-dragging='true'] a {
    pointer-events: none;
  }
`;
export const Thumbnail = styled.a`
  display: grid;
  place-items: center;
  align-self: start;
  /* Beside words that are higher, the ratio would otherwise widen it over their edge. */
  width: 100%;
  aspect-ratio: 9 / 16;
  min-height: 100%;
  overflow: hidden;
  background: ${tokens.surface3};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  text-decoration: none;
  &:focus-visible {
    outline-offset: -3px;
  }
  & img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;
export const Words = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  min-width: 0;
  padding: ${space(3)} ${space(3)} ${space(3)} ${space(4)};
`;
export const Tools = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 32px;
`;
export const Title = styled.h3`
  --lines: 2;
  font-size: 1rem;
`;
export const Description = styled.div`
  --lines: 2;
  color: ${tokens.text2};
`;
export const Facts = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  margin-top: auto;
  padding-top: ${space(2)};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  & > a {
    flex-basis: 100%;
  }
`;
