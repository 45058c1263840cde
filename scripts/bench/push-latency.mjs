import { io } from 'socket.io-client';
import { newUserWithScene } from './bench-user.mjs';
import { leanClient } from './lean-client.mjs';
import { median, time } from './measure.mjs';

const TRIES = 200;
const WARM_UP = 20;
const PUSH_TIMEOUT_MS = 10_000;

/**
 * Measures the time from a command's response to the push of its change, against the round trip of an empty message. A
 * push that arrives before the response counts as no wait.
 * @param {{ url: string, pushEvent: string, pingEvent: string }} options the contracts' event names
 * @returns {Promise<import('./measure.mjs').BenchRow[]>}
 */
export async function benchPushLatency({ url, pushEvent, pingEvent }) {
  const { api, sceneId } = await newUserWithScene(url);
  const cookie = api.cookieHeader;
  const client = leanClient(url, { cookie });
  const socket = io(url, { extraHeaders: { cookie }, transports: ['websocket'], reconnection: false });
  const failed = new Promise((_, reject) => {
    socket.on('connect_error', reject);
    socket.on('disconnect', (reason) => reject(new Error(`The socket was closed: ${reason}`)));
  });
  failed.catch(() => undefined);
  /** @type {number[]} */
  const waits = [];
  /** @type {number[]} */
  const trips = [];
  try {
    await Promise.race([new Promise((resolve) => socket.once('connect', () => resolve(undefined))), failed]);
    for (let i = 0; i < TRIES + WARM_UP; i += 1) {
      const pushed = nextPush(socket, pushEvent, sceneId);
      await client.call('PATCH', `/api/scenes/${sceneId}`, { title: `Title ${i}` });
      const acknowledged = performance.now();
      const wait = Math.max(0, /** @type {number} */ (await Promise.race([pushed, failed])) - acknowledged);
      const sent = performance.now();
      await socket.timeout(PUSH_TIMEOUT_MS).emitWithAck(pingEvent, i);
      if (i < WARM_UP) continue;
      waits.push(wait);
      trips.push(performance.now() - sent);
    }
  } finally {
    socket.off('disconnect');
    socket.close();
    client.close();
  }
  const p99 = (/** @type {number[]} */ values) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
  // A wait of 0 would have no ratio.
  const shown = (/** @type {number} */ ms) => Math.max(ms, 0.1);
  return [
    time('command acknowledged to push received, median', shown(median(waits)), median(trips), 1 / 1.5),
    time('command acknowledged to push received, p99', shown(p99(waits)), p99(trips)),
  ];
}

/**
 * Resolves to the time of the next push about the scene.
 * @param {import('socket.io-client').Socket} socket
 * @param {string} pushEvent
 * @param {string} sceneId
 * @returns {Promise<number>}
 */
function nextPush(socket, pushEvent, sceneId) {
  return new Promise((resolve, reject) => {
    const onPush = (/** @type {{ type: string, sceneIds?: string[] }} */ message) => {
      if (message.type !== 'scenesChanged' || !message.sceneIds?.includes(sceneId)) return;
      clearTimeout(late);
      socket.off(pushEvent, onPush);
      resolve(performance.now());
    };
    const late = setTimeout(() => reject(new Error('No push came.')), PUSH_TIMEOUT_MS);
    socket.on(pushEvent, onPush);
  });
}
