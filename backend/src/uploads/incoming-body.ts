import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';

/**
 * A request's body as a stream that may be given up without cutting the connection, so that the sender still hears
 * why. It fails when the sender goes away before the end.
 */
export function incomingBody(request: IncomingMessage): Readable {
  const body = new PassThrough();
  // The reader hears of a failure as soon as it begins. Without a listener until then, the failure would end the process.
  body.on('error', () => undefined);
  const cut = () => {
    if (!request.complete) body.destroy(new Error('The sender went away'));
  };
  request.once('close', cut);
  request.once('error', cut);
  body.once('close', () => {
    request.off('close', cut);
    request.unpipe(body);
    // What is still to come is read and dropped.
    request.resume();
  });
  // A sender that goes away while the answer is being written is nobody's error.
  request.on('error', () => undefined);
  request.pipe(body);
  return body;
}
