import { ensureAllBuilt, ensureInstalled } from './prepare.mjs';
import { startServer } from './server.mjs';

/**
 * Runs work against a server: the one at `url`, else one that is started for it and stopped afterwards.
 * @template T
 * @param {{ url?: string, home?: string, env?: Record<string, string | undefined> }} where `home` and `env` are for a
 * server that is started
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withServer({ url, home, env }, work) {
  if (url) return work(url);
  await ensureInstalled();
  await ensureAllBuilt();
  const server = await startServer({ home, env });
  // Ctrl-C also reaches the server, which ends by itself; this process waits for it before ending too.
  const interrupted = () => void server.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    return await work(server.url);
  } catch (error) {
    if (!server.hasEnded()) throw error;
    throw new Error(`The server ended in the middle. Its last lines:\n${server.log()}`, { cause: error });
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await server.stop();
  }
}
