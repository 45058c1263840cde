import { isInImage } from './tool-command.mjs';

/** The server that `npm start` runs, or the container of the image, when it answers. @returns {Promise<string | undefined>} */
export async function runningServer() {
  const url = `http://localhost:${process.env.PORT ?? 3000}`;
  try {
    const { status } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return status === 200 ? url : undefined;
  } catch {
    // Nobody listens there.
    return undefined;
  }
}

/**
 * Does some work against a server: the one at `url`, else one that is started for it. In the image nothing is started:
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
  // What it needs to install, build and start a server is not in the image.
  const { withServer } = await import('./with-server.mjs');
  return withServer({}, work);
}
