import type { IncomingMessage } from 'node:http';
import { OutboundAnswerUnusable, OutboundUnreachable } from './outside-errors';

export interface BodyLimits {
  maxBytes: number;
  /** In each window of this many milliseconds a body has to bring `windowBytes`, or to end. */
  windowMs: number;
  windowBytes: number;
}

/** A whole body. @throws OutsideAnswerUnusable when it is too large, OutsideUnreachable when it is too slow */
export async function readSteadily(answer: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const tooLarge = () => new OutboundAnswerUnusable(`it holds more than ${limits.maxBytes} bytes`);
  if (Number(answer.headers['content-length']) > limits.maxBytes) throw tooLarge();
  const body = new GrowingBuffer();
  let seen = 0;
  const watch = setInterval(() => {
    if (body.size - seen < limits.windowBytes) answer.destroy(new OutboundUnreachable('it sends too slowly'));
    seen = body.size;
  }, limits.windowMs);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (body.size + chunk.length > limits.maxBytes) throw tooLarge();
      body.append(chunk);
    }
  } finally {
    clearInterval(watch);
  }
  return body.bytes();
}

/** A list of chunks would cost a hundred times its bytes when they come one by one. */
class GrowingBuffer {
  size = 0;
  private buffer = Buffer.alloc(64 * 1_024);

  append(chunk: Buffer): void {
    if (this.size + chunk.length > this.buffer.length) {
      const larger = Buffer.alloc(Math.max(this.buffer.length * 2, this.size + chunk.length));
      this.buffer.copy(larger, 0, 0, this.size);
      this.buffer = larger;
    }
    chunk.copy(this.buffer, this.size);
    this.size += chunk.length;
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }
}
