// A hostile sender: many large JSON bodies at a time until it is killed. Runs in its own process, so that it does not
// slow down the measuring process. Started with FLOOD_URL, FLOOD_METHOD, FLOOD_SENDERS and, with a session,
// FLOOD_COOKIE; prints a line once all of its senders are sending.
import http from 'node:http';

const { FLOOD_URL = '', FLOOD_METHOD = 'POST', FLOOD_SENDERS = '32', FLOOD_COOKIE } = process.env;
const BYTES = 7_800_000;
const body = Buffer.from(`{"x":[${'{},'.repeat(BYTES / 3)}{}]}`);
const headers = {
  'content-type': 'application/json',
  'content-length': body.length,
  ...(FLOOD_COOKIE && { cookie: FLOOD_COOKIE }),
};

/** Resolves when the response has arrived or the connection is closed. */
const send = () =>
  /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const request = http.request(FLOOD_URL, { method: FLOOD_METHOD, headers, agent: false }, (answer) => {
        answer.on('close', resolve).resume();
      });
      request.on('error', () => resolve());
      request.end(body);
    })
  );

const senders = Array.from({ length: Number(FLOOD_SENDERS) }, async () => {
  for (;;) await send();
});
console.log('sending');
await Promise.all(senders);
