import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { logError } from '../platform/log';
import { Button, EmptyState } from '../ui';

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => logError('A screen failed', error), [error]);
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      drawing="compass"
      title="This screen could not be shown"
      line="Something went wrong here. What you saved is safe on the server."
      action={
        <Button variant="primary" onClick={again}>
          Try again
        </Button>
      }
    />
  );
}
