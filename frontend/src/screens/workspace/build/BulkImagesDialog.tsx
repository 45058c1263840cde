import { useBulkQuote } from '../../../domains/image-jobs/queries';
import { useFocusReturn } from '../../../ui/useFocusReturn';
import { Button, Dialog, Stack } from '../../../ui';
import { formatZaps, insufficientZaps } from '../../../domains/zaps/format';
import { useBalance } from '../../../domains/zaps/queries';
import { bulkCost } from './bulk-cost';

export interface BulkImagesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Scenes with an image prompt. */
  sceneCount: number;
  onConfirm: () => void;
}

export function BulkImagesDialog({ open, onOpenChange, sceneCount, onConfirm }: BulkImagesDialogProps) {
  const returnFocus = useFocusReturn(open);
  const balance = useBalance();
  const { data: quote, isFetching, refetch } = useBulkQuote(open);
  const cost = quote && bulkCost(sceneCount, quote);
  const short = cost !== undefined && balance.data !== undefined && balance.data < cost.zaps;

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Generate Images for All Scenes?"
      onCloseAutoFocus={returnFocus}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" disabled={sceneCount === 0 || !cost || isFetching || short} onClick={onConfirm}>
            Generate Images
          </Button>
        </>
      }
    >
      {sceneCount === 0 ? (
        <p>No scenes with image prompts found.</p>
      ) : (
        <Stack gap={3}>
          <p>
            {sceneCount === 1 ? '1 scene gets' : `${sceneCount} scenes get`} 4 new images. The first 3 scenes start at
            once, the rest wait in the queue. You can leave this page meanwhile.
          </p>
          {cost ? (
            <p>
              Cost: {formatZaps(cost.zaps)} zaps
              {cost.paidScenes === 0
                ? ' (included in subscription)'
                : `. Your plan's scenes for today are used up for ${cost.paidScenes} of them.`}
            </p>
          ) : (
            <p role="status">
              {isFetching ? 'Asking for the price...' : 'The price could not be read, so nothing is started.'}
            </p>
          )}
          {!cost && !isFetching && <Button onClick={() => void refetch()}>Try again</Button>}
          {short && <p>{insufficientZaps(cost.zaps, balance.data ?? 0)}</p>}
        </Stack>
      )}
    </Dialog>
  );
}
