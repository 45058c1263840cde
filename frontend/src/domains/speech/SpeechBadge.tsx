import { useQueryClient } from '@tanstack/react-query';
import { Badge } from '../../ui';
import { Elapsed } from '../../ui/Elapsed';
import type { SpeechState } from './speech-state';
import { speechTracker } from './speech-tracker';
import { useExternalStore } from '../../platform/useOutside';

/** What was made of a scene's words. Nothing where it can be heard as it stands. */
export function SpeechBadge({ state, sceneId }: { state: SpeechState; sceneId: string }) {
  switch (state) {
    case 'none':
      return <Badge>Not narrated yet</Badge>;
    case 'silent':
      return <Badge>No words</Badge>;
    case 'words':
      return <Badge tone="warning">The words have changed</Badge>;
    case 'voice':
      return <Badge tone="warning">The voice has changed</Badge>;
    case 'failed':
      return <Badge tone="danger">Narration failed</Badge>;
    case 'speaking':
      return (
        <Badge tone="warning">
          <Speaking sceneId={sceneId} />
        </Badge>
      );
    case 'current':
      return null;
    default: {
      const impossible: never = state;
      return impossible;
    }
  }
}

/** For how long, where this window saw it begin. */
function Speaking({ sceneId }: { sceneId: string }) {
  const tracker = speechTracker(useQueryClient());
  const since = useExternalStore(tracker.subscribe, () => tracker.starts.begunAt(sceneId));
  return (
    <span>
      Speaking… {/* Not said anew every second by what reads the screen. */}
      {since !== null && (
        <span aria-hidden>
          <Elapsed since={since} />
        </span>
      )}
    </span>
  );
}
