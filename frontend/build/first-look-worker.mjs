import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {{ id: number, asked: unknown }} Order */

/** Prerenders one page after the other in a worker thread; see backend/src/pages/prerender.ts. */
const { drawFirstLook } = await import(workerData);

parentPort?.postMessage({ ready: true });
parentPort?.on('message', async (/** @type {Order} */ { id, asked }) => {
  try {
    parentPort?.postMessage({ id, html: await drawFirstLook(asked) });
  } catch (error) {
    parentPort?.postMessage({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
