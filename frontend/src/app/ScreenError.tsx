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
      title="Something went wrong"
      line="Your saved work is safe. Try again, or reload the page."
      action={
        <Button variant="primary" onClick={again}>
          Try Again
        </Button>
      }
    />
  );
}
