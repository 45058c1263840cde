import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { incomingBody } from './uploads.service';

/** A request whose bytes are sent by the test. */
function request() {
  const sent = new PassThrough();
  return { sent, message: Object.assign(sent, { complete: false }) as unknown as IncomingMessage };
}

describe('the body of an upload', () => {
  it('returns the sent bytes', async () => {
    const { sent, message } = request();
    const body = incomingBody(message);
    message.complete = true;
    sent.end('all of it');
    expect((await buffer(body)).toString()).toBe('all of it');
  });

  it('fails when it is read, and nothing else does, after its sender disconnected', async () => {
    const { sent, message } = request();
    const body = incomingBody(message);
    sent.write('half');
    sent.destroy();
    for (let turns = 0; turns < 3; turns++) await turn();
    await expect(buffer(body)).rejects.toThrow('The sender disconnected');
  });
});
