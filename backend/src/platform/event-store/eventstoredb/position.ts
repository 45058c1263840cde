import { END, START, type Position as EsdbPosition } from '@eventstore/db-client';
import type { Position } from '../event-store';
import { fromPosition, toPosition } from '../position';

/** Where a server says that it does not know the position of a repeated append. */
const UNKNOWN = 2n ** 63n - 1n;

/** The commit position alone: commit and prepare are the same for all but the transactions of old clients. */
export const toPortPosition = ({ commit }: EsdbPosition): Position => toPosition(commit);

export function toEsdbPosition(place: Position | 'start' | 'end'): EsdbPosition | typeof START | typeof END {
  if (place === 'start') return START;
  if (place === 'end') return END;
  const commit = fromPosition(place);
  return { commit, prepare: commit };
}

export const knownPosition = (position: EsdbPosition | undefined): Position | null =>
  !position || position.commit <= 0n || position.commit >= UNKNOWN ? null : toPortPosition(position);
