import { Button, EmptyState } from '../../ui';

export function ScenesUnreadable({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      title="The scenes could not be read"
      line="Nothing is lost. Check your connection and try again."
      action={<Button onClick={retry}>Try again</Button>}
    />
  );
}
