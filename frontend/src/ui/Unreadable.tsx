import { Button } from './Button';
import { EmptyState, type EmptyStateProps } from './EmptyState';

export interface UnreadableProps extends Pick<EmptyStateProps, 'level'> {
  /** What could not be loaded: 'the scenes'. */
  what: string;
  retry?: () => unknown;
  /** It is being tried again. */
  isTrying?: boolean;
}

/** Stands where something would be shown that the server did not hand out. */
export function Unreadable({ what, retry, isTrying, level }: UnreadableProps) {
  return (
    <EmptyState
      level={level}
      drawing="compass"
      title={`Couldn't load ${what}`}
      line="Nothing is lost. Check your connection and try again."
      action={
        retry && (
          <Button loading={isTrying} onClick={() => void retry()}>
            Try Again
          </Button>
        )
      }
    />
  );
}
