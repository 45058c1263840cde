import { textSearch } from '../../platform/text-search';

/** What the address of the audit screen carries: which part is shown, and the filter, so that a view can be shared. */
export const readAuditSearch = textSearch([
  'view',
  'charge',
  'at',
  'wallet',
  'report',
  'payments',
  'from',
  'to',
  'user',
  'projectId',
  'kind',
  'provider',
  'model',
  'jobId',
  'priceVersion',
]);
export type AuditSearch = ReturnType<typeof readAuditSearch>;
