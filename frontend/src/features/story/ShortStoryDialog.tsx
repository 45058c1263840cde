import styled from '@emotion/styled';
import { isBlank, minutesAndSeconds, sentenceSpans, spokenSeconds, spokenText, storyWords } from '@storyreel/contracts';
import { useMemo, useState } from 'react';
import { Button, Dialog, Field, mobile, space, Stack, tokens } from '../../ui';
import { GrowingTextarea } from '../../ui/GrowingTextarea';
import { PriceLine } from '../zaps/PaidButton';
import { PROCESS_STORY_COST, usePrice } from '../zaps/price';
import { storyStats } from './story-stats';

const Sides = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space(4)};
  ${mobile} {
    grid-template-columns: 1fr;
  }
`;
const Original = styled.div`
  max-height: 60vh;
  overflow-y: auto;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  line-height: 1.5;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  & span[data-kept='false'] {
    color: ${tokens.text3};
  }
  ${mobile} {
    max-height: 30vh;
  }
`;
const Heading = styled.h3`
  margin-bottom: 6px;
  font-size: ${tokens.body};
  font-weight: 550;
`;
const Fault = styled.p`
  color: ${tokens.danger};
`;

const flat = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Returns the original's pieces in order, and for each whether the shortened story still contains it. */
function piecesOf(original: string, shorter: string): { text: string; kept: boolean }[] {
  const said = flat(shorter);
  let from = 0;
  return sentenceSpans(original).map(({ end }) => {
    const text = original.slice(from, end);
    from = end;
    return { text, kept: said.includes(flat(text)) };
  });
}

const lengthOf = (story: string): string => {
  const { words } = storyStats(story);
  return `${words === 1 ? '1 word' : `${words.toLocaleString()} words`}, ${minutesAndSeconds(spokenSeconds(spokenText(story)))}`;
};

export interface ShortStory {
  abridgingId: string;
  /** The story from which the shortened one was made. */
  original: string;
  story: string;
}

export interface ShortStoryDialogProps {
  short: ShortStory;
  onClose: () => void;
  /** True when existing scenes will be replaced. */
  replaces: boolean;
  /** Accepts the story; rejects when the scenes were not created. */
  onAccept: (story: string) => Promise<void>;
  failure: string | null;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Shows a shortened story beside its original. It can be edited, and replaces the story only when the user accepts it.
 */
export function ShortStoryDialog(props: ShortStoryDialogProps) {
  const { short, onClose, replaces, onAccept, failure, onCloseAutoFocus } = props;
  const [story, setStory] = useState(short.story);
  const [isWorking, setWorking] = useState(false);
  const price = usePrice(PROCESS_STORY_COST);
  const original = useMemo(() => storyWords(short.original), [short.original]);
  const pieces = useMemo(() => piecesOf(original, story), [original, story]);

  async function accept(): Promise<void> {
    setWorking(true);
    try {
      await onAccept(story.trim());
    } finally {
      setWorking(false);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isWorking || onClose()}
      title="Your Shorter Story"
      description="Change it as you like. Your story stays as it is until you use this one, and Undo brings it back."
      size="large"
      onCloseAutoFocus={onCloseAutoFocus}
      footer={
        <>
          <Button disabled={isWorking} onClick={onClose}>
            Keep My Story
          </Button>
          <Button
            variant="primary"
            loading={isWorking}
            disabled={isBlank(story) || price.waiting || price.unknown || price.short}
            onClick={() => void accept()}
          >
            Use It and Create Scenes
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Sides>
          <div>
            <Heading>Your story: {lengthOf(original)}</Heading>
            <Original tabIndex={0} role="region" aria-label="Your story" dir="auto">
              {pieces.map(({ text, kept }, index) => (
                <span key={index} data-kept={kept}>
                  {text}
                </span>
              ))}
            </Original>
          </div>
          <Field label={`Shorter: ${lengthOf(story)}`}>
            {(ids) => (
              <GrowingTextarea
                {...ids}
                rows={8}
                dir="auto"
                value={story}
                readOnly={isWorking}
                onChange={(event) => setStory(event.target.value)}
              />
            )}
          </Field>
        </Sides>
        {replaces && <p>Any existing scenes will be replaced.</p>}
        <PriceLine zaps={price.zaps} reason={!isWorking && price.reason} retry={price.unknown && price.ask} />
        {failure !== null && <Fault role="alert">{failure}</Fault>}
      </Stack>
    </Dialog>
  );
}
