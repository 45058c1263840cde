import { scenesLeftToday } from '../../../domains/image-jobs/plan-words';
import { useBulkQuote } from '../../../domains/image-jobs/queries';
import { useFocusReturn } from '../../../ui/useFocusReturn';
import { ConfirmDialog, Stack } from '../../../ui';
import { PriceLine } from '../../../domains/zaps/PriceLine';
import { insufficientZaps } from '../../../domains/zaps/format';
import { useBalance } from '../../../domains/zaps/queries';
import { bulkCost, type BulkCost } from './bulk-cost';

export interface BulkImagesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Scenes with an image prompt. */
  sceneCount: number;
  /** With the price that was shown. */
  onConfirm: (zaps: number) => void;
}

const noteOn = ({ paidScenes }: BulkCost): string =>
  paidScenes === 0
    ? ' (included in subscription)'
    : `. ${paidScenes === 1 ? '1 scene exceeds' : `${paidScenes} scenes exceed`} today's included allowance.`;

const unknownWords = (isFetching: boolean): string =>
  isFetching ? 'Loading the price...' : "Couldn't load the price, so nothing was started.";

export function BulkImagesDialog({ open, onOpenChange, sceneCount, onConfirm }: BulkImagesDialogProps) {
  const returnFocus = useFocusReturn(open);
  const balance = useBalance();
  const { data: quote, isFetching, refetch } = useBulkQuote(open);
  const cost = quote && bulkCost(sceneCount, quote);
  const short = cost !== undefined && balance.data !== undefined && balance.data < cost.zaps;

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Generate Images for All Scenes?"
      confirmLabel="Generate Images"
      disabled={sceneCount === 0 || !cost || isFetching || short}
      onConfirm={() => cost && onConfirm(cost.zaps)}
      onCloseAutoFocus={returnFocus}
      body={
        sceneCount === 0 ? (
          <p>No scenes with image prompts found.</p>
        ) : (
          <Stack gap={3}>
            <p>
              We&apos;ll generate 4 images for {sceneCount === 1 ? '1 scene' : `each of ${sceneCount} scenes`}. The
              first 3 scenes start right away, and the rest wait in the queue. You can keep working.
            </p>
            {quote && <p>Your plan: {scenesLeftToday(quote.remainingToday)}.</p>}
            <PriceLine
              zaps={cost?.zaps}
              note={cost && noteOn(cost)}
              reason={short ? insufficientZaps(cost.zaps, balance.data ?? 0) : !cost && unknownWords(isFetching)}
              retry={!cost && !isFetching && refetch}
            />
          </Stack>
        )
      }
    />
  );
}
