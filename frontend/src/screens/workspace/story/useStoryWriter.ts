import { isBlank, type Project, type StoryDraft, type WriteStoryRequest } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dismissStory, putStoryInPlace, stopStory, undoStory, writeStory } from '../../../domains/stories/commands';
import { isOpen } from '../../../domains/stories/draft-cache';
import { useStoryDraft } from '../../../domains/stories/queries';
import { keptTexts } from '../../../platform/kept-texts';
import type { AutosaveField } from '../../../platform/useAutosave';
import type { DraftActions } from './DraftBar';

/** The story that a text model writes for a project, beside the one that is typed. */
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
  /** What is typed is stored first, and stays at hand when it gives way. */
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
    /** Counts the times that the dialog was opened. */
    round,
    change,
    actions: draft && actionsOn(draft),
    /** What the page shows: the story as it comes, or the one that is typed. */
    shown: isWriting ? draft.text : field.value,
    write: (wish: WriteStoryRequest) => writeStory(queryClient, project.id, wish, field.flush),
  };
}
