import type { Pool } from 'pg';

export interface Listener {
  notified: (payload: string) => void;
  /** Called when the connection broke: later notifications do not arrive. */
  lost: (error: Error) => void;
}

/** Listens to a channel on a dedicated connection. @returns a function that stops it */
export async function listen(pool: Pool, channel: string, { notified, lost }: Listener): Promise<() => void> {
  const client = await pool.connect();
  let open = false;
  const end = (reason: Error | true): boolean => {
    if (!open) return false;
    open = false;
    client.release(reason);
    return true;
  };
  const lose = (error: Error) => {
    if (end(error)) lost(error);
  };
  client.on('error', lose);
  client.once('end', () => lose(new Error('the connection for notifications ended')));
  client.on('notification', ({ payload = '' }) => notified(payload));
  try {
    await client.query(`listen ${channel}`);
  } catch (error) {
    client.release(true);
    throw error;
  }
  open = true;
  return () => void end(true);
}
