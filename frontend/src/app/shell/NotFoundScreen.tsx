import { useNavigate } from '@tanstack/react-router';
import { Button, EmptyState } from '../../ui';
import { Screen } from '../../ui/Screen';

export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <Screen title="Page Not Found">
      <EmptyState
        drawing="compass"
        title="Nothing is at this address"
        line="The page you are looking for does not exist."
        action={
          <Button variant="primary" onClick={() => void navigate({ to: '/', search: {} })}>
            Back to your projects
          </Button>
        }
      />
    </Screen>
  );
}
