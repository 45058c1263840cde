import type { ServerResponse } from 'node:http';
import { mp3Of } from '../crafted-sounds';
import { type StubRequest, StubServer, sendJson } from './stub-server';

/** A speech server for any wire format: it answers every POST with a sound, unless `next` overrides it. */
export class SpeechStub {
  /** Overrides for the next requests, used one after the other. */
  readonly next: ((response: ServerResponse) => void)[] = [];
  sound = mp3Of(50);
  voices: unknown = { voices: [] };
  readonly server = new StubServer((request, response) => this.answer(request, response));

  start(): Promise<string> {
    return this.server.listen();
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  get asked(): { path: string; body: unknown; headers: StubRequest['headers'] }[] {
    return this.server.requests
      .filter(({ method }) => method === 'POST')
      .map(({ path, body, headers }) => ({ path, body: JSON.parse(body.toString('utf8')) as unknown, headers }));
  }

  private answer({ method }: StubRequest, response: ServerResponse): void {
    if (method === 'GET') return sendJson(response, 200, this.voices);
    const other = this.next.shift();
    if (other) return other(response);
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': this.sound.length }).end(this.sound);
  }
}

export const problems = {
  status:
    (status: number, body: unknown, headers: Record<string, string> = {}) =>
    (response: ServerResponse): void =>
      sendJson(response, status, body, headers),
  html: (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
  empty: (response: ServerResponse): void => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(),
  silent: (): void => undefined,
  cut: (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 20_000 });
    response.write(mp3Of(10), () => response.destroy());
  },
  drips: (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    const timer = setInterval(() => response.write(mp3Of(1)), 20);
    response.on('close', () => clearInterval(timer));
  },
  endless: (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    const piece = Buffer.alloc(1024 * 1024);
    const more = () => void (response.destroyed || response.write(piece, () => setImmediate(more)));
    more();
  },
};
