import type { Batch } from '@storyreel/contracts';
import { tellFailure, toast } from '../../ui';
import { countOfScenes, KIND_WORDS, retryWords } from './words';

/** Says that a batch goes on by itself from here. */
export function announceStarted({ waiting, running, skipped, atOnce, problems }: Batch): void {
  const queued = waiting + running;
  if (skipped > 0) {
    const reason = problems[0] ? ` ${problems[0].message}` : '';
    return tellFailure('Batch partially queued', `${queued} queued, ${skipped} failed.${reason}`);
  }
  const first = Math.min(queued, atOnce);
  toast({ title: 'Jobs queued', description: `${countOfScenes(queued)}: the first ${first} start at once.` });
}

function announceDescriptions({ made, waiting, running, failed, skipped, cancelled, status }: Batch): void {
  const share = `${made}/${made + waiting + running + failed + skipped + cancelled} descriptions generated.`;
  const wasCancelled = status === 'cancelled';
  const variant = wasCancelled ? 'default' : 'destructive';
  if (failed + skipped + cancelled === 0) toast({ title: 'All Descriptions Generated!', description: share });
  else if (made > 0) toast({ title: 'Partial Success', description: share, variant });
  else if (!wasCancelled) toast({ title: 'Generation Failed', description: share, variant });
}

/** Says what became of a batch. */
export function announceEnd(batch: Batch, retry: () => void): void {
  if (batch.kind === 'descriptions') return announceDescriptions(batch);
  const { made, failed, skipped, status } = batch;
  const things = KIND_WORDS[batch.kind];
  // The one kind that is a singular.
  const [are, were] = batch.kind === 'speech' ? ['is', 'was'] : ['are', 'were'];
  if (status === 'cancelled') {
    toast({ title: 'Batch cancelled', description: `${things} for ${countOfScenes(made)} ${were} made.` });
  } else {
    const parts = [`${things} for ${countOfScenes(made)} ${are} done`];
    if (failed > 0) parts.push(`${failed} failed`);
    if (skipped > 0) parts.push(`${skipped} skipped`);
    // What was skipped would be refused again.
    const action = failed > 0 ? { label: retryWords(failed), onClick: retry } : undefined;
    toast({ title: 'Batch complete', description: `${parts.join(', ')}.`, action });
  }
}
