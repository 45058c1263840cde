import { columnName } from '../../platform/views/view';
import { ledgerEntryView } from '../views/ledger-entry.view';

/** Every column of an entry under its property's name. */
export const ENTRY_COLUMNS = Object.keys(ledgerEntryView.columns)
  .map((property) => `e.${columnName(ledgerEntryView, property)} as "${property}"`)
  .join(', ');
