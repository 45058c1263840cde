import { countOfScenes } from '../../../domains/batches/words';
import { insufficientZaps } from '../../../domains/zaps/format';
import { PriceLine } from '../../../domains/zaps/PriceLine';
import { useBalance } from '../../../domains/zaps/queries';
import { ConfirmDialog, Stack } from '../../../ui';
import { useFocusReturn } from '../../../ui/useFocusReturn';

export interface NarrateAllDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Scenes that will be narrated, and what that costs. */
  sceneCount: number;
  zaps: number;
  /** Some of them were narrated before their words changed. */
  replaces: boolean;
  onConfirm: () => void;
}

export function NarrateAllDialog({ open, onOpenChange, sceneCount, zaps, replaces, onConfirm }: NarrateAllDialogProps) {
  const returnFocus = useFocusReturn(open);
  const { data: balance } = useBalance();
  const short = balance !== undefined && balance < zaps;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Narrate ${countOfScenes(sceneCount)}?`}
      confirmLabel="Narrate"
      disabled={sceneCount === 0 || balance === undefined || short}
      onConfirm={onConfirm}
      onCloseAutoFocus={returnFocus}
      body={
        <Stack gap={3}>
          <p>
            Each scene is read in the voice of its speaker. {replaces && 'Narration of older words will be replaced. '}
            You can keep working.
          </p>
          <PriceLine zaps={zaps} note=" in all." reason={short && insufficientZaps(zaps, balance)} />
        </Stack>
      }
    />
  );
}
