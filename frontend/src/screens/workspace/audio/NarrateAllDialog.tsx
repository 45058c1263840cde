import { useQuery } from '@tanstack/react-query';
import { quoteBatch } from '../../../domains/batches/queries';
import { countOfScenes } from '../../../domains/batches/words';
import { flushProject } from '../../../domains/projects/useProjectAutosave';
import { flushAllScenes } from '../../../domains/scenes/useSceneAutosave';
import { insufficientZaps } from '../../../domains/zaps/format';
import { PriceLine } from '../../../domains/zaps/PriceLine';
import { useBalance } from '../../../domains/zaps/queries';
import { ConfirmDialog, Stack } from '../../../ui';
import { useFocusReturn } from '../../../ui/useFocusReturn';

export interface NarrateAllDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  projectId: string;
  /** Scenes that are to be narrated, and what that costs. */
  sceneIds: string[];
  zaps: number;
  /** Some of them were narrated before their words changed. */
  replaces: boolean;
  onConfirm: () => void;
}

/** Asks with the words as they are saved. What is left out is said before anything is paid, and costs nothing. */
const useLeftOut = (projectId: string, sceneIds: string[], open: boolean) =>
  useQuery({
    queryKey: ['narration left out', projectId, sceneIds],
    queryFn: async () => {
      await flushAllScenes();
      await flushProject(projectId);
      return (await quoteBatch({ projectId, kind: 'speech', sceneIds })).leftOut;
    },
    enabled: open && sceneIds.length > 0,
    staleTime: 0,
    gcTime: 0,
  });

export function NarrateAllDialog({
  open,
  onOpenChange,
  projectId,
  sceneIds,
  zaps,
  replaces,
  onConfirm,
}: NarrateAllDialogProps) {
  const sceneCount = sceneIds.length;
  const { data: leftOut = [] } = useLeftOut(projectId, sceneIds, open);
  const reasons = [...new Set(leftOut.map(({ message }) => message))];
  const returnFocus = useFocusReturn(open);
  const { data: balance } = useBalance();
  const short = balance !== undefined && balance < zaps;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Narrate ${countOfScenes(sceneCount)}?`}
      confirmLabel="Narrate"
      disabled={sceneCount === leftOut.length || balance === undefined || short}
      onConfirm={onConfirm}
      onCloseAutoFocus={returnFocus}
      body={
        <Stack gap={3}>
          <p>
            Each scene is read in the voice of its speaker. {replaces && 'Narration of older words will be replaced. '}
            You can keep working.
          </p>
          {leftOut.length > 0 && (
            <p>
              {countOfScenes(leftOut.length)} can't be narrated and won't be charged: {reasons.slice(0, 3).join(' ')}
            </p>
          )}
          <PriceLine zaps={zaps} note=" in all." reason={short && insufficientZaps(zaps, balance)} />
        </Stack>
      }
    />
  );
}
