import { walletViews } from '../../zaps';
import { ledgerEntryView } from '../views/ledger-entry.view';
import { ledgerHourView } from '../views/ledger-hour.view';
import { ledgerRollupView } from '../views/ledger-rollup.view';
import { openHoldView } from '../views/open-hold.view';
import { walletSummaryView } from '../views/wallet-summary.view';
import type { LedgerView } from './row-proof';

/** Those whose rows a verification of the ledger compares with the log. */
export const provenViews: readonly LedgerView[] = [
  ...walletViews,
  { view: ledgerEntryView, ofOneEvent: true },
  { view: ledgerHourView, ofOneEvent: false, ofEverybody: true },
  { view: ledgerRollupView, ofOneEvent: false },
  { view: walletSummaryView, ofOneEvent: false },
  { view: openHoldView, ofOneEvent: false },
];
