import type { Pool } from 'pg';

export interface Listener {
  notified: (payload: string) => void;
  /** The connection has ended by itself: what is notified from now on is not heard. */
  lost: (error: Error) => void;
}

/** Hears a channel on a connection of its own. @returns what hangs up */
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
