import styled from '@emotion/styled';
import { countWords, minutesAndSeconds, narrationOf, sentenceSpans, spokenSeconds } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import { useMemo, useState } from 'react';
import { reasonOf } from '../../platform/http/failures';
import { Button, Dialog, Field, Stack, tokens } from '../../ui';
import { GrowingTextarea } from '../../ui/GrowingTextarea';
import { useSplitScene } from '../scenes/commands';

const Half = styled.p`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;
const Fault = styled.p`
  color: ${tokens.danger};
`;

/** Returns the end of the sentence that is nearest to the middle. */
function middleOf(words: string): number {
  const ends = sentenceSpans(words)
    .map(({ end }) => end)
    .filter((end) => end < words.length);
  const middle = words.length / 2;
  return ends.reduce((a, b) => (Math.abs(b - middle) < Math.abs(a - middle) ? b : a), ends[0] ?? Math.round(middle));
}

const ENDS = 24;
const lengthOf = (text: string): string => {
  const words = countWords(text);
  return `${words === 1 ? '1 word' : `${words} words`}, ${minutesAndSeconds(spokenSeconds(text))}`;
};

export interface SplitSceneDialogProps {
  scene: Scene;
  onClose: () => void;
}

/** Shows a scene's words, which the user cuts at the cursor. */
export default function SplitSceneDialog({ scene, onClose }: SplitSceneDialogProps) {
  const words = narrationOf(scene);
  const [at, setAt] = useState(() => middleOf(words));
  const { mutate, isPending, error } = useSplitScene();
  const [first, second] = useMemo(() => [words.slice(0, at).trim(), words.slice(at).trim()], [words, at]);
  const canSplit = first !== '' && second !== '';
  const split = () => mutate({ scene, first, second }, { onSuccess: onClose });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Split Scene"
      description="Put the cursor where the second scene begins. Description and media stay with the first."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isPending} disabled={!canSplit} onClick={split}>
            Split Here
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Field label="Words of the scene">
          {(ids) => (
            <GrowingTextarea
              {...ids}
              rows={6}
              dir="auto"
              inputMode="none"
              aria-readonly
              value={words}
              // Only the cursor can move. The field is not read-only, because a read-only field would not show the
              // cursor.
              onChange={() => undefined}
              onSelect={({ currentTarget }) => setAt(currentTarget.selectionStart)}
              onFocus={({ currentTarget }) => currentTarget.setSelectionRange(at, at)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !canSplit) return;
                event.preventDefault();
                split();
              }}
            />
          )}
        </Field>
        {canSplit ? (
          <div role="status">
            <Half>
              First: {lengthOf(first)}, ends “…{first.slice(-ENDS)}”
            </Half>
            <Half>
              Second: {lengthOf(second)}, begins “{second.slice(0, ENDS)}…”
            </Half>
          </div>
        ) : (
          <Half role="status">Both scenes need text.</Half>
        )}
        {error && <Fault role="alert">Couldn&apos;t split the scene. {reasonOf(error)}</Fault>}
      </Stack>
    </Dialog>
  );
}
