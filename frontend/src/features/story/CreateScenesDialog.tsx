import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Clapperboard } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { unchangedBecause } from '../../platform/http/failures';
import { Button, ConfirmDialog, Progress, Stack, tellFailure, tokens } from '../../ui';
import { useFocusReturn } from '../../ui/Dialog';
import { useProcessStory } from '../scenes/commands';
import { PriceLine, PriceTag } from '../zaps/PaidButton';
import { formatZaps } from '../zaps/format';
import { PROCESS_STORY_COST, usePrice } from '../zaps/price';
import { longStoryNote } from './story-stats';

interface CreateScenesButtonProps {
  /** A story exists, with no scenes yet. */
  isNext: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** Opens the dialog that creates scenes; charges nothing before confirmation. */
export function CreateScenesButton({ isNext, disabled, onClick }: CreateScenesButtonProps) {
  const { zaps = 0 } = usePrice(PROCESS_STORY_COST);
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      icon={<Clapperboard size={16} aria-hidden />}
      aria-description={zaps > 0 ? `${formatZaps(zaps)} zaps` : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      Create Scenes
      {zaps > 0 && (
        <span aria-hidden>
          <PriceTag zaps={zaps} />
        </span>
      )}
    </Button>
  );
}

const Fault = styled.p`
  color: ${tokens.danger};
`;

export interface CreateScenesDialogProps {
  project: Project;
  sceneCount: number;
  /** Resolves to true once the server has the latest story, to false when saving failed. */
  saveStory: () => Promise<boolean>;
  story: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the scenes were created and the dialog has closed. */
  onCreated: () => void;
}

const NOT_CREATED = "Couldn't create the scenes";

/** Confirms creating scenes from the story, and shows the progress. Closing it cancels nothing. */
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
  /** The dialog is still open when the response arrives. */
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);
  const price = usePrice(PROCESS_STORY_COST);

  // The new scenes arrive before the response; the question must not change to 'replace' meanwhile.
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
      // While open, the dialog shows the error itself.
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
