import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { Clock } from '../../lib/time';
import { Metrics } from '../../observability';
import { LEDGER_HEADS_ID, ledgerHeadsAggregate } from './ledger-heads';
import { VERIFICATION_ID, verificationAggregate } from './verification';

/** Metrics of the proof. They are read from the log on every request, so that all nodes report the same values. */
@Injectable()
export class LedgerMetrics {
  constructor(store: AggregateStore, clock: Clock, @Inject(Metrics) { registry }: Pick<Metrics, 'registry'>) {
    const ageOf = (at: string): number => Math.max(0, (clock.now().getTime() - Date.parse(at)) / 1_000);
    const newest = async () => {
      const { latest, earlier } = await store.load(verificationAggregate, VERIFICATION_ID);
      return [latest, ...earlier].find((one) => one?.outcome === 'sound' || one?.outcome === 'unsound');
    };
    const gauge = (name: string, help: string, read: () => Promise<number | null>) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const value = await read();
          if (value === null) this.reset();
          else this.set(value);
        },
      });
    gauge('storyreel_ledger_findings', 'Findings of the newest finished verification.', async () => {
      return (await newest())?.badCount ?? 0;
    });
    gauge('storyreel_ledger_verified_age_seconds', 'Time since the end of that verification.', async () => {
      const ended = await newest();
      return ended?.endedAt ? ageOf(ended.endedAt) : null;
    });
    gauge('storyreel_ledger_signed_age_seconds', 'Time since the ledger was signed.', async () => {
      const { signedAt } = await store.load(ledgerHeadsAggregate, LEDGER_HEADS_ID);
      return signedAt === null ? null : ageOf(signedAt);
    });
  }
}
