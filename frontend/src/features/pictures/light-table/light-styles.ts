import styled from '@emotion/styled';
import { covering, space, tokens } from '../../../ui';

/** Matches devices without a keyboard, on which key hints are hidden. */
const WITHOUT_KEYS = '@media (hover: none) and (pointer: coarse)';

export const Bar = styled.div`
  position: sticky;
  top: var(--covered-top, 0);
  z-index: 10;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  margin: 0 -${space(2)} ${space(2)};
  padding: ${space(2)};
  background: ${tokens.surface0};
  & > h2 {
    font-size: ${tokens.heading3};
  }
`;
export const Help = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  & kbd {
    padding: 1px ${space(1.5)};
    border: 1px solid ${tokens.line};
    border-radius: ${tokens.radiusSmall};
    background: ${tokens.surface1};
    font-family: inherit;
  }
  & > [data-for='touch'] {
    display: none;
  }
  ${WITHOUT_KEYS} {
    & > [data-for='keys'] {
      display: none;
    }
    & > [data-for='touch'] {
      display: inline;
    }
  }
`;

/** The row of one scene. The browser only lays out rows near the viewport, and remembers the sizes of the others. */
export const Row = styled.li`
  display: grid;
  grid-template-columns: minmax(140px, 240px) minmax(0, 1fr);
  gap: ${space(4)};
  padding: ${space(4)} ${space(3)};
  border-radius: ${tokens.radiusCard};
  scroll-margin: calc(var(--covered-top, 0px) + 72px) 0 ${space(6)};
  content-visibility: auto;
  contain-intrinsic-size: auto 420px;
  &[data-current='true'] {
    background: ${tokens.surface2};
  }
  @media (max-width: 767.98px) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(2)};
    padding: ${space(3)} 0;
    contain-intrinsic-size: auto 260px;
    &[data-current='true'] {
      background: none;
    }
  }
`;
export const Words = styled.div`
  display: grid;
  align-content: start;
  gap: ${space(1)};
  min-width: 0;
  & > h3 {
    font-size: ${tokens.body};
    overflow-wrap: anywhere;
  }
  & > p {
    display: -webkit-box;
    overflow: hidden;
    color: ${tokens.text2};
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
    @media (max-width: 767.98px) {
      -webkit-line-clamp: 1;
    }
  }
`;
export const Pictures = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  align-content: start;
  gap: ${space(2)};
  /* A picture is never higher than most of the window. */
  max-width: min(100%, calc(4 * 36vh));
`;
export const Place = styled.li`
  position: relative;
  aspect-ratio: var(--frame, 9 / 16);
  min-width: 0;
  overflow: hidden;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface3};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  &[data-status='empty'] {
    border: 1px dashed ${tokens.lineStrong};
    background: none;
  }
`;
export const Nothing = styled.span`
  ${covering}
  gap: ${space(1)};
  padding: ${space(1)};
  text-align: center;
  & > svg {
    color: ${tokens.danger};
  }
`;
export const Picture = styled.button`
  ${covering}
  width: 100%;
  padding: 0;
  border: 0;
  border-radius: inherit;
  background: none;
  cursor: pointer;
  &[aria-pressed='true']::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 4px solid ${tokens.text1};
    border-radius: inherit;
  }
  /* Two colours, so that the outline is visible on any picture. */
  &:focus-visible {
    outline-width: 3px;
    outline-offset: -3px;
    box-shadow: inset 0 0 0 5px ${tokens.surface1};
  }
  & > img {
    border-radius: inherit;
  }
  &:focus-visible > img {
    clip-path: inset(6px round 6px);
  }
`;
const chip = `
  position: absolute;
  left: ${space(1.5)};
  padding: 0 ${space(1.5)};
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  font-size: ${tokens.caption};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  pointer-events: none;
`;
export const NumberChip = styled.span`
  ${chip}
  top: ${space(1.5)};
`;
export const MainChip = styled.span`
  ${chip}
  bottom: ${space(1.5)};
`;
