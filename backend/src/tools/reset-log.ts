import { inTransaction } from '../infra/postgres/transaction';
import { refuseRunningServer } from './backup/examine-target';
import { type InstallationConfig, withInstallation } from './backup/installation';
import { requireDataFolder } from './installed';

/** Tables derived from the log, and the log's identity. Accounts, sessions and media are not deleted. */
const DERIVED = [
  'view_checkpoints',
  'parked_events',
  'process_checkpoints',
  'parked_reactions',
  'jobs',
  'snapshots',
  'log_identity',
];

/**
 * Deletes everything derived from the log; at the next start the server rebuilds it from the log that is configured
 * then.
 * @throws TargetInTheWay while a server runs
 */
export async function resetLog(config: InstallationConfig): Promise<void> {
  requireDataFolder(config);
  await withInstallation({ ...config, eventStoreUrl: undefined }, async ({ pool }) => {
    await refuseRunningServer(pool);
    await inTransaction(pool, async (client) => {
      await client.query('drop schema if exists views cascade');
      for (const table of DERIVED) {
        const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
          `platform.${table}`,
        ]);
        if (rows[0]?.there) await client.query(`truncate platform.${table}`);
      }
    });
  });
}
