import type { Pool, PoolClient } from 'pg';
import { isRefusedData } from '../database/refused-data';
import { inTransaction } from '../database/transaction';
import type { TableChange } from './write-statement';

/** Ends the trial: nothing of it may stay. */
class TrialOver extends Error {}

/**
 * Which rows of a change the database does not take, by key, with its reason. They are written to see, in halves of
 * halves, and rolled back.
 */
export async function unwritableRows(pool: Pool, { table, upserts }: TableChange): Promise<Map<string, Error>> {
  const refused = new Map<string, Error>();
  const trial = async (client: PoolClient, keys: readonly string[]): Promise<void> => {
    const error = await tryWrite(client, keys);
    if (!error) return;
    const [key, another] = keys;
    if (key !== undefined && another === undefined) refused.set(key, error);
    else {
      const half = Math.ceil(keys.length / 2);
      await trial(client, keys.slice(0, half));
      await trial(client, keys.slice(half));
    }
  };
  const tryWrite = async (client: PoolClient, keys: readonly string[]): Promise<Error | null> => {
    const part = table.upsert(
      keys.map((key) => upserts.get(key) ?? []),
      1,
      'true',
    );
    await client.query('savepoint trial');
    try {
      await client.query(part.text, part.values);
      return null;
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      return error;
    } finally {
      await client.query('rollback to savepoint trial');
    }
  };
  try {
    await inTransaction(pool, async (client) => {
      if (upserts.size > 0) await trial(client, [...upserts.keys()]);
      throw new TrialOver();
    });
  } catch (error) {
    if (!(error instanceof TrialOver)) throw error;
  }
  return refused;
}
