import { Button } from '../../ui';
import type { FaultProps } from '../../ui/late';
import { FloatingNotice } from './FloatingNotice';

/** Says that the session has ended where the dialog that asks for the password did not come. */
export const SignInMissing = ({ retry, isTrying }: FaultProps) => (
  <FloatingNotice role="alert">
    <span>Your session has ended, and the sign-in couldn&apos;t be loaded. Nothing you typed is lost.</span>
    <Button variant="primary" size="small" loading={isTrying} onClick={retry}>
      Try Again
    </Button>
  </FloatingNotice>
);
