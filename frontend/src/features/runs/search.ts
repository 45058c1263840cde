import { textSearch } from '../../platform/text-search';

/** Reads the runs screen's address: the part shown, the open run, and the filter. */
export const readRunsSearch = textSearch([
  'view',
  'run',
  'with',
  'try',
  'state',
  'kind',
  'provider',
  'model',
  'projectId',
  'user',
  'error',
  'errorGroup',
  'find',
  'late',
  'from',
  'to',
]);
const PARTS = ['errors', 'stuck', 'views', 'tail'] as const;
/** Returns the part of the screen with this name; undefined for the list of runs. */
export const partIn = (name: string | undefined) => PARTS.find((part) => part === name);
export type RunsSearch = ReturnType<typeof readRunsSearch>;
