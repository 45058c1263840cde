import styled from '@emotion/styled';
import type { ComponentProps, SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { mobile, space, tokens } from '../../ui';

const Notice = styled.div`
  position: fixed;
  top: ${space(2)};
  left: 50%;
  z-index: 70;
  display: flex;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  width: max-content;
  max-width: calc(100vw - 32px);
  padding: ${space(2)} ${space(2)} ${space(2)} ${space(4)};
  transform: translateX(-50%);
  border: 1px solid ${tokens.line};
  border-left: 4px solid ${tokens.danger};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  /* A modal dialog switches the page's pointer events off; this stands above it. */
  pointer-events: auto;
  ${mobile} {
    width: calc(100vw - 32px);
  }
`;

const keepFromDialogs = (event: SyntheticEvent): void => event.stopPropagation();

/** Words above all that is on screen; a dialog does not take a press on them for one that closes it. */
export const FloatingNotice = (props: ComponentProps<typeof Notice>) =>
  createPortal(<Notice {...props} onPointerDown={keepFromDialogs} />, document.body);
