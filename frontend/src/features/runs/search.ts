import { textSearch } from '../../platform/text-search';

/** What the address of the runs screen carries: which part is shown, the open run, and the filter. */
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
  'from',
  'to',
]);
export type RunsSearch = ReturnType<typeof readRunsSearch>;
