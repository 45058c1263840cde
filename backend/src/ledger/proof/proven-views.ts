import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Position, StoredEvent } from '../../eventsourcing/event-store/event-store';
import { tableName } from '../../eventsourcing/views/view';
import { readCheckpoints } from '../../eventsourcing/views/view-checkpoints';
import type { ViewCheckpoint } from '../../eventsourcing/views/view-checkpoints';
import { walletViews } from '../../money/zaps';
import { ledgerEntryView } from '../ledger/views/ledger-entry.view';
import { ledgerHourView, ledgerRollupView, walletSummaryView } from '../ledger/views/ledger-rollups.view';
import { openHoldView } from '../ledger/views/open-hold.view';
import type { LedgerView } from './row-proof';
import type { Findings } from './verification';

/** The views whose rows a ledger verification compares with the log. */
export const provenViews: readonly LedgerView[] = [
  ...walletViews,
  { view: ledgerEntryView, ofOneEvent: true },
  { view: ledgerHourView, ofOneEvent: false, ofEverybody: true },
  { view: ledgerRollupView, ofOneEvent: false },
  { view: walletSummaryView, ofOneEvent: false },
  { view: openHoldView, ofOneEvent: false },
];

const WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/** The views to compare with the log, and their database. */
export interface ComparedRows {
  pool: Pool;
  views: readonly LedgerView[];
  /** Longest wait for views that are behind the log. */
  waitMs?: number;
}

/**
 * Tracks how far each view has folded the log. Rows that cannot be compared are a finding, since a ledger with
 * unchecked rows is not proven sound. The views of a running server lag only a moment behind, so they first get some
 * time to catch up. A view need not pass events that it does not fold; it may stay before such events when a server
 * stops.
 */
export class ViewReach {
  /** Positions of the newest entries, by event type. */
  private readonly newest = new Map<string, Position>();

  private constructor(
    private readonly views: readonly LedgerView[],
    private readonly checkpoints: ReadonlyMap<string, ViewCheckpoint>,
  ) {}

  static async open({ pool, views, waitMs = WAIT_MS }: ComparedRows, head: Position, signal?: AbortSignal) {
    const names = views.map(({ view }) => tableName(view));
    // A stopped view, or a view that no server builds, would never catch up.
    const isComing = ({ position, stopped }: ViewCheckpoint) => position !== null && position < head && !stopped;
    for (const until = performance.now() + waitMs; ; await pause(LOOK_AGAIN_MS)) {
      signal?.throwIfAborted();
      const checkpoints = await readCheckpoints(pool, names);
      if (performance.now() >= until || ![...checkpoints.values()].some(isComing))
        return new ViewReach(views, checkpoints);
    }
  }

  /** Returns the view's position; null when the view has not been built. */
  of({ view }: LedgerView): Position | null {
    return this.checkpoints.get(tableName(view))?.position ?? null;
  }

  /** Notes an entry; call it with every entry, in order. */
  saw({ type, position }: StoredEvent): void {
    this.newest.set(type, position);
  }

  /** Reports the views that have not folded all entries; call it after all entries. */
  report(findings: Findings): void {
    for (const ledgerView of this.views) {
      const reason = this.fault(ledgerView);
      if (reason !== null) findings.add({ what: 'row', row: tableName(ledgerView.view), reason });
    }
  }

  private fault(ledgerView: LedgerView): string | null {
    const reached = this.of(ledgerView);
    if (reached === null) return 'has not been built yet, so its rows were not compared';
    const isBehind = ledgerView.view.types.some((type) => (this.newest.get(type) ?? '') > reached);
    if (!isBehind) return null;
    const isStopped = this.checkpoints.get(tableName(ledgerView.view))?.stopped;
    return `has ${isStopped ? 'stopped at' : 'come only as far as'} ${reached}, so later rows were not compared`;
  }
}
