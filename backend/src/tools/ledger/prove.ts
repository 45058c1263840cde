// `ledger prove USER [--day DAY]`: prints the proof that the newest entry of one wallet is part of the root that was
// signed on a day. Anybody who has that day's signed file can check the proof without the ledger. The server may run.
import { parseArgs } from 'node:util';
import type { AppConfig } from '../../infra/config/app-config';
import { say, UsageError } from '../run-tool';

export async function prove(config: AppConfig, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { day: { type: 'string' } }, allowPositionals: true });
  const [user, ...more] = positionals;
  if (user === undefined || more.length > 0) throw new UsageError('Name one user, by e-mail address or id.');
  const { proveHead } = await import('../../ledger');
  const { withStores } = await import('../with-stores');
  const proof = await withStores(config, (stores) => proveHead(stores, { user, day: values.day, home: config.home }));
  say(JSON.stringify(proof, null, 2));
}
