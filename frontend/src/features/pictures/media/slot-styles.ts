import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { covering, space, tokens } from '../../../ui';

/** Matches a slot so narrow that the buttons, which are larger on touch screens, would cover the image. */
export const NARROW_TILE = '@container slot (max-width: 175px)';

export const Tile = styled.li`
  container: slot / inline-size;
  position: relative;
  aspect-ratio: 1;
  min-width: 0;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
  box-shadow: inset 0 0 0 1px ${tokens.line};
  &[data-selected='true'] {
    box-shadow: 0 0 0 2px ${tokens.text1};
  }
  &[data-over='true'] {
    box-shadow: 0 0 0 2px ${tokens.focus};
  }
  &[data-dragging='true'] {
    z-index: 2;
    box-shadow: ${tokens.shadow};
    cursor: grabbing;
  }
`;

export const TileButton = styled.button`
  ${covering}
  gap: ${space(1)};
  width: 100%;
  padding: 0;
  overflow: hidden;
  border: 0;
  border-radius: inherit;
  background: transparent;
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  cursor: pointer;
  &:disabled {
    cursor: default;
  }
  &[data-empty='true'] {
    border: 1px dashed ${tokens.lineStrong};
    &:hover:not(:disabled) {
      background: ${tokens.surface3};
      color: ${tokens.text1};
    }
  }
  & > svg[role='img'] {
    color: ${tokens.danger};
  }
  & video {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;

const sweep = keyframes`from { background-position: 150% 0; } to { background-position: -50% 0; }`;

/** The dimmed, shimmering surface of a slot in progress. */
export const Shimmer = styled.div`
  ${covering}
  gap: ${space(2)};
  padding: ${space(2)};
  border-radius: inherit;
  background: linear-gradient(100deg, ${tokens.surface2} 30%, ${tokens.surface3} 50%, ${tokens.surface2} 70%);
  background-size: 200% 100%;
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  text-align: center;
  animation: ${sweep} 1.8s linear infinite;
`;

export const Corner = styled.span`
  position: absolute;
  top: ${space(1.5)};
  left: ${space(1.5)};
  display: inline-flex;
  padding: 3px;
  border-radius: 50%;
  background: ${tokens.surface1};
  pointer-events: none;
`;

/** Actions that appear on hover and focus, and that are always visible on devices without hover. */
export const Actions = styled.div`
  position: absolute;
  right: ${space(1)};
  bottom: ${space(1)};
  left: ${space(1)};
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(1)};
  opacity: 0;
  pointer-events: none;
  transition: opacity ${tokens.fast};
  & > * {
    pointer-events: auto;
  }
  li:hover > &,
  li:focus-within > & {
    opacity: 1;
  }
  @media (hover: none) {
    opacity: 1;
  }
`;
