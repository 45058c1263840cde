import styled from '@emotion/styled';
import { createPortal } from 'react-dom';
import type { SyntheticEvent } from 'react';
import { Button, mobile, space, tokens } from '../../ui';

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

/** The text keeps its caret, and a dialog around it does not take the press for one that closes it. */
const leaveFocus = (event: SyntheticEvent): void => event.preventDefault();
const keepFromDialogs = (event: SyntheticEvent): void => event.stopPropagation();

/** Says that the session has ended to somebody who writes, and takes nothing from them. */
export function SessionNotice({ onSignIn }: { onSignIn: () => void }) {
  return createPortal(
    <Notice role="alert" onMouseDown={leaveFocus} onPointerDown={keepFromDialogs}>
      <span>Your session has ended. You can write on: nothing is lost, and it is saved once you sign in.</span>
      <Button variant="primary" size="small" onClick={onSignIn}>
        Sign in
      </Button>
    </Notice>,
    document.body,
  );
}
