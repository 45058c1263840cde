import { useNavigate } from '@tanstack/react-router';
import { Button, EmptyState } from '../../ui';
import { Screen } from '../../ui/Screen';

export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <Screen title="Page Not Found">
      <EmptyState
        drawing="compass"
        title="We couldn't find that page"
        line="This page does not exist. Check the address, or go back to your projects."
        action={
          <Button variant="primary" onClick={() => void navigate({ to: '/', search: {} })}>
            Back to Your Projects
          </Button>
        }
      />
    </Screen>
  );
}
