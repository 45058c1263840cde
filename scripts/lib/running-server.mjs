import { isInImage } from './tool-command.mjs';

/**
 * Returns the address of the server of `npm start`, or of the image's container, if it answers. @returns
 * {Promise<string | undefined>}
 */
export async function runningServer() {
  const url = `http://localhost:${process.env.PORT ?? 3000}`;
  try {
    const { status } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return status === 200 ? url : undefined;
  } catch {
    // No server is listening.
    return undefined;
  }
}

/**
 * Runs work against a server: the one at `url`, else one that is started for it. In the image none is started, because
 * there the server runs beside the tool.
 * @template T
 * @param {string | undefined} url
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws in the image, when no server answers
 */
export async function onServer(url, work) {
  if (url) return work(url);
  if (isInImage()) {
    const running = await runningServer();
    if (!running) throw new Error('No server answers in this container. Start it, or name one by --server URL.');
    return work(running);
  }
  // Imported late: the image lacks the modules for installing, building and starting a server.
  const { withServer } = await import('./with-server.mjs');
  return withServer({}, work);
}
