import styled from '@emotion/styled';
import { isBlank } from '@storyreel/contracts';
import type { Project, StoryDraft, WriteStoryRequest } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { keptTexts } from '../../platform/autosave/kept-texts';
import { Button, mobile, Row, space, Spinner, tokens } from '../../ui';
import { dismissStory, isOpen, putStoryInPlace, stopStory, undoStory, useStoryDraft, writeStory } from './api';
import { storyStats } from './story-stats';

const Bar = styled.section`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  min-height: 56px;
  padding: ${space(2)} ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  font-size: ${tokens.body};
  &:focus {
    outline: none;
  }
  ${mobile} {
    flex-direction: column;
    align-items: stretch;
  }
`;
const Words = styled.span`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

interface DraftActions {
  stop: () => void;
  use: () => void;
  undo: () => void;
  again: () => void;
  dismiss: () => void;
}

export interface DraftBarProps {
  draft: StoryDraft;
  /** True when the page shows this generated story unchanged. */
  isOnPage: boolean;
  actions: DraftActions;
}

const countOf = ({ text }: StoryDraft): string => {
  const { words } = storyStats(text);
  return words === 1 ? '1 word' : `${words.toLocaleString()} words`;
};

/** Shows the state of a generated story, with the actions on it. */
export function DraftBar({ draft, isOnPage, actions }: DraftBarProps) {
  const bar = useRef<HTMLElement>(null);
  const { status, place } = draft;
  // The button that had the focus may have disappeared with the previous state.
  useEffect(() => {
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, [status, place]);
  const told = tell(draft, isOnPage);
  if (!told) return null;
  const hasWords = draft.text.trim() !== '';
  const canUse = hasWords && !isOpen(draft) && (place !== 'used' || !isOnPage);
  return (
    <Bar ref={bar} tabIndex={-1} aria-label="Story in progress">
      <span role="status">{told}</span>
      <Row gap={2}>
        {isOpen(draft) ? (
          <>
            <Words aria-hidden>{countOf(draft)}</Words>
            <Spinner />
            <Button size="small" onClick={actions.stop}>
              Stop
            </Button>
          </>
        ) : (
          <>
            {canUse && (
              <Button size="small" onClick={actions.use}>
                {status === 'complete' ? 'Use New Story' : 'Use What Was Written'}
              </Button>
            )}
            {place === 'used' && (
              <Button size="small" onClick={actions.undo}>
                Undo
              </Button>
            )}
            {status === 'failed' && (
              <Button size="small" onClick={actions.again}>
                Try Again
              </Button>
            )}
            <Button variant="ghost" size="small" onClick={actions.dismiss}>
              Dismiss
            </Button>
          </>
        )}
      </Row>
    </Bar>
  );
}

/**
 * Returns the text about a draft; null when nothing needs to be said, because the story in use has been edited since.
 */
function tell({ status, place, text, error }: StoryDraft, isOnPage: boolean): ReactNode {
  if (status === 'pending' || status === 'writing') return 'Writing your story...';
  if (place === 'used') return isOnPage ? 'Your new story is in place.' : null;
  if (place === 'undone') return 'Your earlier story is back.';
  if (status === 'complete') return 'A new story is ready. You changed yours meanwhile, so it was kept.';
  if (status === 'failed') return error;
  return text.trim() === '' ? null : 'Stopped. Nothing was charged.';
}

/** Returns a project's story as a text model generates it, beside the typed story. */
export function useStoryWriter(project: Project, field: AutosaveField<string>) {
  const queryClient = useQueryClient();
  const draft = useStoryDraft(project.id);
  const [asks, setAsks] = useState(false);
  const [round, setRound] = useState(0);
  const isWriting = isOpen(draft);

  function change(open: boolean): void {
    setAsks(open);
    if (open) setRound(round + 1);
  }
  /** Saves the typed story first, and keeps it so that it can be restored after it is replaced. */
  async function replace(step: (of: StoryDraft) => Promise<void>, of: StoryDraft): Promise<void> {
    const { name, value } = field;
    await field.flush();
    if (value !== of.text && !isBlank(value)) keptTexts.keepReplaced(name, value, 'earlier text');
    await step(of);
  }
  const actionsOn = (of: StoryDraft): DraftActions => ({
    stop: () => void stopStory(queryClient, of),
    use: () => void replace((one) => putStoryInPlace(queryClient, one), of),
    undo: () => void replace((one) => undoStory(queryClient, one), of),
    again: () => change(true),
    dismiss: () => void dismissStory(queryClient, of),
  });
  return {
    draft,
    isWriting,
    asks,
    /** Number of times that the dialog was opened. */
    round,
    change,
    actions: draft && actionsOn(draft),
    /** The story on the page: the one that is being generated, or else the typed one. */
    shown: isWriting ? draft.text : field.value,
    write: (wish: WriteStoryRequest) => writeStory(queryClient, project.id, wish, field.flush),
  };
}
