import { RefreshCw } from 'lucide-react';
import { IconButton } from './IconButton';

/** For a screen that nobody tells what others do: asks. */
export function RefreshButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton label="Refresh" variant="secondary" icon={<RefreshCw size={16} aria-hidden />} onClick={onClick} />
  );
}
