import styled from '@emotion/styled';
import { filmLengths } from '@storyreel/contracts';
import type { FilmLength, Project, ShortFilm } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { requireSaved, unchangedBecause } from '../../platform/http/failures';
import { logError } from '../../platform/log';
import { Button, ConfirmDialog, Progress, Stack, tellFailure, toast, tokens } from '../../ui';
import { useFocusReturn } from '../../ui/Dialog';
import { useProcessStory } from '../scenes/commands';
import { PriceLine, PriceTag } from '../zaps/PaidButton';
import { formatZaps } from '../zaps/format';
import { ABRIDGE_STORY_COST, PROCESS_STORY_COST, usePrice } from '../zaps/price';
import { abridgeStory, acceptShorter, undoShorter } from './api';
import { FilmLengthChoice } from './FilmLengthChoice';
import { ShortStoryDialog } from './ShortStoryDialog';
import type { ShortStory } from './ShortStoryDialog';
import { longStoryNote } from './story-stats';

interface CreateScenesButtonProps {
  /** True when there is a story and no scene yet, so that creating scenes is the next step. */
  isNext: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** Opens the dialog that creates scenes. Nothing is charged before the user confirms. */
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
  /** Saves the story. Resolves to true once the server has its latest version, to false when saving failed. */
  saveStory: () => Promise<boolean>;
  story: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when the scenes were created and the dialog has closed. */
  onCreated: () => void;
}

const NOT_CREATED = "Couldn't create the scenes";
const NOT_SHORTENED = "Couldn't shorten your story";
const IDLE = { isRunning: false, failure: null };

/** Asks before scenes are created from the story, and shows the progress. Closing the dialog cancels nothing. */
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
  /** True while the dialog is open, in case the response arrives meanwhile. */
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);
  const [length, setLength] = useState<FilmLength['length']>('full');
  const [short, setShort] = useState<(ShortStory & { seconds: ShortFilm }) | null>(null);
  const [reviews, setReviews] = useState(false);
  const [shortening, setShortening] = useState<{ isRunning: boolean; failure: unknown }>(IDLE);
  const lengths = useMemo(() => (open ? filmLengths(story) : []), [open, story]);
  // The story may meanwhile be shorter than the length chosen before.
  const chosen = lengths.some((one) => one.length === length) ? length : 'full';
  const known = short?.original === story && short.seconds === chosen ? short : null;
  const price = usePrice(chosen === 'full' ? PROCESS_STORY_COST : ABRIDGE_STORY_COST);
  const queryClient = useQueryClient();

  // The new scenes arrive before the response; the question must not change to 'replace' in between.
  const asked = isPending || !open ? variables?.replaces : undefined;
  const replaces = asked ?? sceneCount > 0;
  const longStory = useMemo(() => (open ? longStoryNote(story) : null), [open, story]);

  function change(next: boolean): void {
    if (!isPending) reset();
    if (!shortening.isRunning) setShortening(IDLE);
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
      // While it is open, the dialog itself shows the error.
      if (isShown.current) return;
      reset();
      tellFailure(NOT_CREATED, unchangedBecause(failure));
    }
  }
  function review(): void {
    setReviews(true);
    onOpenChange(false);
  }
  async function shorten(seconds: ShortFilm): Promise<void> {
    setShortening({ isRunning: true, failure: null });
    try {
      requireSaved(await saveStory());
      const made = await abridgeStory(queryClient, project.id, { seconds, story });
      setShort({ ...made, original: story, seconds });
      setShortening(IDLE);
      if (isShown.current) review();
      else toast({ title: 'Your shorter story is ready', description: 'Press Create Scenes to see it.' });
    } catch (failure) {
      setShortening({ isRunning: false, failure: isShown.current ? failure : null });
      if (!isShown.current) tellFailure(NOT_SHORTENED, unchangedBecause(failure));
    }
  }
  async function accept({ abridgingId }: ShortStory, shorter: string): Promise<void> {
    try {
      await acceptShorter(queryClient, project.id, { abridgingId, story: shorter });
      const undo = () => undoShorter(queryClient, project.id, abridgingId);
      const replaced = { saveStory: () => Promise.resolve(true), story: shorter, replaces: sceneCount > 0 };
      await mutateAsync({ ...replaced, shortened: { undo } });
      created.current = true;
      setReviews(false);
      setShort(null);
    } catch (failure) {
      logError('A shorter story was not used', failure);
    }
  }
  const isBusy = isPending || shortening.isRunning;
  const seconds = chosen === 'full' ? null : chosen;

  return (
    <>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        title="Create Scenes from Story"
        body={
          <Stack gap={3}>
            {replaces && (
              <p>
                This will automatically create scenes from your story content. Any existing scenes will be replaced.
              </p>
            )}
            <FilmLengthChoice lengths={lengths} value={chosen} onChange={setLength} disabled={isBusy} />
            {chosen === 'full' && longStory && <p>{longStory}</p>}
            {seconds !== null && (
              <p>Your story is shortened to {seconds} seconds first. You can read and change it before it is used.</p>
            )}
            <p>Do you want to continue?</p>
            {known === null && (
              <PriceLine zaps={price.zaps} reason={!isBusy && price.reason} retry={price.unknown && price.ask} />
            )}
            {isPending && <Progress value={null} label="Creating scenes" />}
            {shortening.isRunning && <Progress value={null} label="Shortening your story" />}
            {error && (
              <Fault role="alert">
                {NOT_CREATED}. {unchangedBecause(error)}
              </Fault>
            )}
            {shortening.failure !== null && (
              <Fault role="alert">
                {NOT_SHORTENED}. {unchangedBecause(shortening.failure)}
              </Fault>
            )}
          </Stack>
        }
        confirmLabel={seconds === null ? 'Create Scenes' : known === null ? 'Shorten Story' : 'Show Shorter Story'}
        pending={isBusy}
        disabled={known === null && (price.waiting || price.unknown || price.short)}
        onConfirm={() => void (seconds === null ? create() : known === null ? shorten(seconds) : review())}
        onCloseAutoFocus={close}
      />
      {reviews && short && (
        <ShortStoryDialog
          short={short}
          onClose={() => setReviews(false)}
          replaces={sceneCount > 0}
          onAccept={(shorter) => accept(short, shorter)}
          failure={error ? `${NOT_CREATED}. ${unchangedBecause(error)}` : null}
          onCloseAutoFocus={close}
        />
      )}
    </>
  );
}
