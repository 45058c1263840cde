import { isBlank, lengthOf, LIMITS, type Project } from '@storyreel/contracts';
import { zapsOfSpeech } from '../../../domains/speech/speech-state';
import { insufficientZaps } from '../../../domains/zaps/format';
import { PriceLine } from '../../../domains/zaps/PriceLine';
import { useBalance } from '../../../domains/zaps/queries';
import { ConfirmDialog, Stack } from '../../../ui';
import { useFocusReturn } from '../../../ui/useFocusReturn';

interface StoryAudioDialogProps {
  project: Pick<Project, 'storyAudioUrl'>;
  /** Nobody has chosen a voice: it is the narrator's. */
  isNarrator: boolean;
  /** As it stands on the page. */
  story: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

function refusal(characters: number, zaps: number, balance: number | undefined): string | null {
  if (characters === 0) return 'There is no story yet. Please write it first.';
  if (characters > LIMITS.spokenStory) {
    const [has, most] = [characters, LIMITS.spokenStory].map((count) => count.toLocaleString());
    return `This story has ${has} characters, and at most ${most} can be read in one piece. Narrate its scenes instead.`;
  }
  return balance !== undefined && balance < zaps ? insufficientZaps(zaps, balance) : null;
}

/** Asks before a whole story is read aloud: what, how long, for how much. */
export function StoryAudioDialog({ project, isNarrator, story, open, onOpenChange, onConfirm }: StoryAudioDialogProps) {
  const returnFocus = useFocusReturn(open);
  const { data: balance } = useBalance();
  const characters = isBlank(story) ? 0 : lengthOf(story.trim());
  const zaps = zapsOfSpeech(story.trim());
  const reason = refusal(characters, zaps, balance);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Generate story audio?"
      confirmLabel="Generate"
      disabled={balance === undefined || reason !== null}
      onConfirm={onConfirm}
      onCloseAutoFocus={returnFocus}
      body={
        <Stack gap={3}>
          <p>
            Your whole story ({characters.toLocaleString()} characters) is read aloud in{' '}
            {isNarrator ? 'the narrator’s voice' : 'the voice you chose'}.
            {project.storyAudioUrl !== null && ' This replaces the current audio.'} You can keep working.
          </p>
          <PriceLine zaps={characters === 0 ? 0 : zaps} reason={reason ?? false} />
        </Stack>
      }
    />
  );
}
