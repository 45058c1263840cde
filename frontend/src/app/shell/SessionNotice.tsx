import type { SyntheticEvent } from 'react';
import { Button } from '../../ui';
import { FloatingNotice } from './FloatingNotice';

/** The text keeps its caret. */
const leaveFocus = (event: SyntheticEvent): void => event.preventDefault();

/** Says that the session has ended to somebody who writes, and takes nothing from them. */
export const SessionNotice = ({ onSignIn }: { onSignIn: () => void }) => (
  <FloatingNotice role="alert" onMouseDown={leaveFocus}>
    <span>Your session has ended. Keep writing: nothing is lost, and your changes are saved once you sign in.</span>
    <Button variant="primary" size="small" onClick={onSignIn}>
      Sign In
    </Button>
  </FloatingNotice>
);
