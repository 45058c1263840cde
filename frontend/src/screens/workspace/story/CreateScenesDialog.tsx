import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { unchangedBecause } from '../../../platform/reasons';
import { useProcessStory } from '../../../domains/scenes/replace-all-scenes';
import { useFocusReturn } from '../../../ui/useFocusReturn';
import { PROCESS_STORY_COST } from '../../../domains/zaps/text-costs';
import { ConfirmDialog, Progress, Stack, tellFailure, tokens } from '../../../ui';
import { PriceLine } from '../../../domains/zaps/PriceLine';
import { usePrice } from '../../../domains/zaps/usePrice';
import { longStoryNote } from './story-stats';

const Fault = styled.p`
  color: ${tokens.danger};
`;

export interface CreateScenesDialogProps {
  project: Project;
  sceneCount: number;
  /** Resolves once the server holds the newest words; false when it does not. */
  saveStory: () => Promise<boolean>;
  story: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The scenes are there, and the dialog has given the focus back. */
  onCreated: () => void;
}

const NOT_CREATED = "Couldn't create the scenes";

/** Asks before the story is made into scenes, and stays while that goes on. Closing it stops nothing. */
export function CreateScenesDialog({
  project,
  sceneCount,
  saveStory,
  story,
  open,
  onOpenChange,
  onCreated,
}: CreateScenesDialogProps) {
  const returnFocus = useFocusReturn(open);
  const { mutateAsync, isPending, variables, error, reset } = useProcessStory(project.id);
  const created = useRef(false);
  /** Whether the answer finds it there. */
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);
  const price = usePrice(PROCESS_STORY_COST);

  // The scenes it makes arrive before its answer does: what was asked stays as it was asked.
  const asked = isPending || !open ? variables?.replaces : undefined;
  const replaces = asked ?? sceneCount > 0;
  const longStory = useMemo(() => (open ? longStoryNote(story) : null), [open, story]);

  function change(next: boolean): void {
    if (!isPending) reset();
    onOpenChange(next);
  }
  function close(event: Event): void {
    if (!created.current) return returnFocus(event);
    created.current = false;
    event.preventDefault();
    onCreated();
  }
  async function create(): Promise<void> {
    try {
      await mutateAsync({ saveStory, story, replaces: sceneCount > 0 });
      if (!isShown.current) return;
      created.current = true;
      onOpenChange(false);
    } catch (failure) {
      // Said in the dialog, as long as it is there.
      if (isShown.current) return;
      reset();
      tellFailure(NOT_CREATED, unchangedBecause(failure));
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title="Create Scenes from Story"
      body={
        <Stack gap={3}>
          {replaces && (
            <p>This will automatically create scenes from your story content. Any existing scenes will be replaced.</p>
          )}
          {longStory && <p>{longStory}</p>}
          <p>Do you want to continue?</p>
          <PriceLine zaps={price.zaps} reason={!isPending && price.reason} retry={price.unknown && price.ask} />
          {isPending && <Progress value={null} label="Creating scenes" />}
          {error && (
            <Fault role="alert">
              {NOT_CREATED}. {unchangedBecause(error)}
            </Fault>
          )}
        </Stack>
      }
      confirmLabel="Create Scenes"
      pending={isPending}
      disabled={price.waiting || price.unknown || price.short}
      onConfirm={() => void create()}
      onCloseAutoFocus={close}
    />
  );
}
