import styled from '@emotion/styled';
import { isBlank, LIMITS, STORY_LENGTHS, STORY_TONES, STORY_WORDS } from '@storyreel/contracts';
import type { StoryLength, StoryTone, WriteStoryRequest } from '@storyreel/contracts';
import { useState } from 'react';
import { useInstallation } from '../account/api';
import { PriceLine } from '../zaps/PaidButton';
import { usePrice, WRITE_STORY_COST } from '../zaps/price';
import { logError } from '../../platform/log';
import { unchangedBecause } from '../../platform/http/failures';
import { Button, Dialog, Field, fitsLimit, lengthNote, Stack, type TextLimit, ToggleGroup, tokens } from '../../ui';
import { GrowingTextarea } from '../../ui/GrowingTextarea';

const Fault = styled.p`
  color: ${tokens.danger};
`;
const Quiet = styled.p`
  color: ${tokens.text2};
`;
const Group = styled.div`
  display: grid;
  gap: 6px;
  justify-items: start;
`;
const GroupLabel = styled.span`
  font-weight: 550;
`;

const IDEA_LIMIT: TextLimit = { max: LIMITS.storyIdeaBytes, unit: 'bytes' };
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const TONES = STORY_TONES.map((value) => ({ value, label: capital(value) }));
const LENGTHS = STORY_LENGTHS.map((value) => ({ value, label: `${capital(value)} (~${STORY_WORDS[value]} words)` }));

export interface StoryWishes {
  idea: string;
  tone: StoryTone;
  length: StoryLength;
}

export interface WriteStoryDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Values of the previous request. */
  initial: StoryWishes | null;
  /** True when an existing story will be replaced. */
  replaces: boolean;
  /** Requests the story; rejects when the generation did not start. */
  onConfirm: (wish: WriteStoryRequest) => Promise<void>;
  onCloseAutoFocus: (event: Event) => void;
}

/** Asks for the subject of a story to generate, and shows the price. Nothing is sent before the user confirms. */
export function WriteStoryDialog(props: WriteStoryDialogProps) {
  const { open, onOpenChange, initial, onConfirm, replaces, onCloseAutoFocus } = props;
  const [idea, setIdea] = useState(initial?.idea ?? '');
  const [tone, setTone] = useState<StoryTone>(initial?.tone ?? 'warm');
  const [length, setLength] = useState<StoryLength>(initial?.length ?? 'medium');
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const price = usePrice(WRITE_STORY_COST);
  const { data: installation } = useInstallation();
  const isReady = !isBlank(idea) && fitsLimit(idea, IDEA_LIMIT);

  async function confirm(): Promise<void> {
    setAsking(true);
    setError(null);
    try {
      await onConfirm({ idea: idea.trim(), tone, length, replaces });
      onOpenChange(false);
    } catch (failure) {
      logError('A story could not be started', failure);
      setError(failure);
    } finally {
      setAsking(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => isAsking || onOpenChange(next)}
      title="Write Story"
      description="Describe your idea, and a story is written for it. You can watch it grow and stop it at any time."
      onCloseAutoFocus={onCloseAutoFocus}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            loading={isAsking}
            disabled={!isReady || price.waiting || price.unknown || price.short}
            onClick={() => void confirm()}
          >
            {replaces ? 'Replace Story' : 'Write Story'}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Field label="Idea" {...lengthNote(idea, IDEA_LIMIT)}>
          {(ids) => (
            <GrowingTextarea
              {...ids}
              rows={3}
              dir="auto"
              value={idea}
              placeholder="A lighthouse keeper finds a message in a bottle..."
              onChange={(event) => setIdea(event.target.value)}
            />
          )}
        </Field>
        <Group>
          <GroupLabel aria-hidden>Tone</GroupLabel>
          <ToggleGroup value={tone} onValueChange={setTone} options={TONES} ariaLabel="Tone" />
        </Group>
        <Group>
          <GroupLabel aria-hidden>Length</GroupLabel>
          <ToggleGroup value={length} onValueChange={setLength} options={LENGTHS} ariaLabel="Length" />
        </Group>
        {installation?.providers.text.sandbox && (
          <Quiet>
            The sandbox writes a sample: it puts your idea in front of a ready-made plot. A text model writes freely.
          </Quiet>
        )}
        {replaces && <p>Your current story will be replaced. Undo brings it back.</p>}
        <PriceLine
          zaps={price.zaps}
          note=". If you stop it or it fails, you aren't charged."
          reason={!isAsking && price.reason}
          retry={price.unknown && price.ask}
        />
        {error !== null && <Fault role="alert">Couldn&apos;t start writing. {unchangedBecause(error)}</Fault>}
      </Stack>
    </Dialog>
  );
}
