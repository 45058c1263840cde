import { textSearch } from '../../platform/text-search';

/** Reads the runs screen's address: the part shown, the open run, and the filter. */
export const readRunsSearch = textSearch([
  'view',
  'run',
  'with',
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
export type RunsSearch = ReturnType<typeof readRunsSearch>;
