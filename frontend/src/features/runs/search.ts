import { textSearch } from '../../platform/text-search';

/** Reads the address of the runs screen: the view, the open run and the filter. */
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
/** Returns the view with this name; undefined for the list of runs. */
export const partIn = (name: string | undefined) => PARTS.find((part) => part === name);
export type RunsSearch = ReturnType<typeof readRunsSearch>;
