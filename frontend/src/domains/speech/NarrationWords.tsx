import { minutesAndSeconds, LIMITS, lengthOf, type Scene } from '@storyreel/contracts';
import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { Button, VisuallyHidden } from '../../ui';
import { AutosavedTextArea } from '../../ui/AutosavedTextArea';
import { sceneNumber } from '../scenes/scene-order';
import type { Narration } from './useNarration';

/** How much is said, and how long that took. */
function measureOf(words: string, { speech }: Scene, isCurrent: boolean): string {
  const count = lengthOf(words);
  const characters = count === 1 ? '1 character' : `${count.toLocaleString()} characters`;
  return isCurrent && speech ? `${characters} · ${minutesAndSeconds(speech.seconds)}` : characters;
}

/** What is said in a scene. It saves by itself; the story's own words are one press away. */
export function NarrationWords({ scene, narration }: { scene: Scene; narration: Narration }) {
  const { field, words, isOwn, reset, state } = narration;
  const place = useRef<HTMLDivElement>(null);
  function toStory(): void {
    // The button goes with the words it takes back.
    place.current?.querySelector('textarea')?.focus();
    reset();
  }
  return (
    <div ref={place}>
      <AutosavedTextArea
        field={field}
        label={
          <>
            Words<VisuallyHidden> of scene {sceneNumber(scene)}</VisuallyHidden>
          </>
        }
        rows={2}
        maxLength={LIMITS.narration}
        hint={measureOf(words, scene, state === 'current')}
        actions={
          isOwn && (
            <Button size="small" variant="ghost" icon={<RotateCcw size={16} aria-hidden />} onClick={toStory}>
              Reset to the Story&apos;s Words
            </Button>
          )
        }
      />
    </div>
  );
}
