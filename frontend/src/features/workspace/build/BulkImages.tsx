import { isBlank } from '@storyreel/contracts';
import type { bulkQuoteSchema, Project, Scene } from '@storyreel/contracts';
import { Images } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { Button, ConfirmDialog, Stack } from '../../../ui';
import { useFocusReturn } from '../../../ui/Dialog';
import { BatchLine } from '../../batches/BatchLine';
import { useActiveBatch } from '../../batches/api';
import { useStartBatch } from '../../batches/useStartBatch';
import { useNextStep } from '../../next-step/useNextStep';
import { scenesLeftToday, useBulkQuote } from '../../pictures/api';
import { PriceLine } from '../../zaps/PaidButton';
import { useBalance } from '../../zaps/api';
import { insufficientZaps } from '../../zaps/format';

interface BulkCost {
  zaps: number;
  /** Number of scenes beyond the day's allowance. */
  paidScenes: number;
}

/** Computes the price of a bulk run from the day's quote. */
function bulkCost(sceneCount: number, quote: z.infer<typeof bulkQuoteSchema>): BulkCost {
  const paidScenes = Math.max(0, sceneCount - quote.remainingToday);
  return { zaps: paidScenes * quote.zapsPerScene, paidScenes };
}

export interface BulkImagesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Number of scenes with an image prompt. */
  sceneCount: number;
  /** Called with the displayed price. */
  onConfirm: (zaps: number) => void;
}

const noteOn = ({ paidScenes }: BulkCost): string =>
  paidScenes === 0
    ? ' (included in subscription)'
    : `. ${paidScenes === 1 ? '1 scene exceeds' : `${paidScenes} scenes exceed`} today's included allowance.`;

const unknownWords = (isFetching: boolean): string =>
  isFetching ? 'Loading the price...' : "Couldn't load the price, so nothing was started.";

function BulkImagesDialog({ open, onOpenChange, sceneCount, onConfirm }: BulkImagesDialogProps) {
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

/** The button 'Generate Images', for all scenes with a prompt, and the batch's progress. */
export function BulkImages({ project, scenes }: { project: Project; scenes: Scene[] }) {
  const [asks, setAsks] = useState(false);
  const step = useNextStep(project);
  const batch = useActiveBatch(project.id, 'images');
  const start = useStartBatch(project);
  // Scenes in progress are left out, because the server would skip them and report them as failed.
  const sceneIds = scenes
    .filter(({ imagePrompt, imageStatus }) => !isBlank(imagePrompt) && imageStatus !== 'processing')
    .map(({ id }) => id);

  function confirm(zaps: number): void {
    setAsks(false);
    void start.images(sceneIds, zaps);
  }

  return (
    <>
      <Button
        variant={step === 'images' ? 'primary' : 'secondary'}
        icon={<Images size={16} aria-hidden />}
        loading={start.isStarting}
        disabled={sceneIds.length === 0 || start.isStarting || batch !== null}
        onClick={() => setAsks(true)}
      >
        {start.isStarting ? 'Queuing...' : 'Generate Images'}
      </Button>
      {batch && <BatchLine batch={batch} />}
      <BulkImagesDialog open={asks} onOpenChange={setAsks} sceneCount={sceneIds.length} onConfirm={confirm} />
    </>
  );
}
