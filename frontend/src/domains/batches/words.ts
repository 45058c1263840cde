import { type Batch, batchFinished, type BatchKind, batchSecondsLeft, batchTotal } from '@storyreel/contracts';
import { leftWords } from '../../platform/elapsed';
import { formatZaps } from '../zaps/format';

export const KIND_WORDS: Record<BatchKind, string> = {
  images: 'Images',
  descriptions: 'Descriptions',
  clips: 'Clips',
  speech: 'Narration',
};

export const countOfScenes = (count: number): string => (count === 1 ? '1 scene' : `${count} scenes`);

/** How far a batch is. */
export function progressWords(batch: Batch): string {
  const [finished, total] = [batchFinished(batch), batchTotal(batch)];
  if (batch.kind === 'descriptions') return `Generating ${finished}/${total} descriptions...`;
  return `${finished} of ${total} ${batch.kind === 'clips' ? 'clips' : 'scenes'} done`;
}

/** Null while nobody can tell. */
export function timeLeftWords(batch: Batch): string | null {
  const seconds = batchSecondsLeft(batch);
  return seconds === null ? null : leftWords(seconds);
}

/** What a batch does that neither runs nor is over well. */
export function stateWords(batch: Batch): string | null {
  if (batch.isOver) {
    const parts = [`${batch.made} made`];
    if (batch.failed > 0) parts.push(`${batch.failed} failed`);
    if (batch.skipped > 0) parts.push(`${batch.skipped} skipped`);
    if (batch.cancelled > 0) parts.push(`${batch.cancelled} cancelled`);
    return parts.join(', ');
  }
  if (batch.status === 'cancelled') return 'Cancelled. Finishing what has already started.';
  if (batch.status !== 'paused') return null;
  return batch.pause?.message ? `Paused: ${batch.pause.message}` : 'Paused';
}

export const retryWords = (failed: number): string =>
  failed === 1 ? 'Retry the One That Failed' : `Retry the ${failed} That Failed`;

/** A risen price is said where it is agreed to. */
export function resumeWords({ pause }: Batch): string {
  const zaps = pause?.zaps ?? null;
  return zaps === null ? 'Resume' : `Resume for ${formatZaps(zaps)} zaps in all`;
}
