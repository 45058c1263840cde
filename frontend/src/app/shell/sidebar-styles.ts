import { css } from '@emotion/react';
import { space, tokens, touch } from '../../ui';

/** One line of the sidebar: an icon and words; the words go when it is collapsed. */
export const sidebarItem = css`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-height: 36px;
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${tokens.radius};
  background: none;
  color: ${tokens.text2};
  font-weight: 500;
  text-align: left;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  transition:
    background ${tokens.fast},
    color ${tokens.fast};
  & svg {
    flex: none;
  }
  & > .words {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  &:hover {
    background: ${tokens.surface2};
    color: ${tokens.text1};
  }
  &[aria-current] {
    background: ${tokens.surface3};
    color: ${tokens.text1};
  }
  &:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }
  ${touch} {
    min-height: 44px;
  }
`;
