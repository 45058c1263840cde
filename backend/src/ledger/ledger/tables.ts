import { tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { filmJobView } from '../../generation';
import { purchaseReturnView } from '../../money/payments';
import { refundRequestView } from '../../money/zaps';
import { postListView } from '../../publishing';
import { styleListView } from '../../projects/styles';
import { projectListView, sceneListView } from '../../projects/storyboard';
import { billView } from '../reconciliation/bill.view';
import { accessEntryView } from './views/access-entry.view';
import { accountEmailView } from './views/account-email.view';
import { ledgerEntryView } from './views/ledger-entry.view';
import { ledgerHourView, ledgerRollupView, walletSummaryView } from './views/ledger-rollups.view';
import { openHoldView } from './views/open-hold.view';
import { paidRunView } from './views/paid-run.view';

/** Runs queries over the connections of the application or of a command-line tool. */
export abstract class Sql {
  abstract query<Rows>(text: string, values?: unknown[]): Promise<Rows>;
}

const nameOf = (view: Pick<View<object>, 'name' | 'version'>): string => `${VIEWS_SCHEMA}.${tableName(view)}`;

/** The tables that finance's queries read, by their SQL names. */
export const TABLES = {
  entries: nameOf(ledgerEntryView),
  hours: nameOf(ledgerHourView),
  rollups: nameOf(ledgerRollupView),
  wallets: nameOf(walletSummaryView),
  holds: nameOf(openHoldView),
  emails: nameOf(accountEmailView),
  runs: nameOf(paidRunView),
  purchaseReturns: nameOf(purchaseReturnView),
  refundRequests: nameOf(refundRequestView),
  bills: nameOf(billView),
  accesses: nameOf(accessEntryView),
  projects: nameOf(projectListView),
  scenes: nameOf(sceneListView),
  films: nameOf(filmJobView),
  posts: nameOf(postListView),
  styles: nameOf(styleListView),
} as const;

/**
 * Joins the accounts that made (`m`) and approved (`o`) an entry `e`. The oldest budgets were not made by accounts, so
 * the ids are compared as texts.
 */
export const MAKERS = `left join ${TABLES.emails} m on m.user_id::text = e.made_by
  left join ${TABLES.emails} o on o.user_id::text = e.approved_by`;
