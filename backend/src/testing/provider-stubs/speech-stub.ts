import type { ServerResponse } from 'node:http';
import { mp3Of } from '../crafted-sounds';
import { type StubRequest, StubServer, sendJson } from './stub-server';

/** A speech server for any wire format: it answers every POST with a sound, unless `next` overrides it. */
export class SpeechStub {
  /** Overrides for the next requests, used one after the other. */
  readonly next: ((response: ServerResponse) => void)[] = [];
  sound = mp3Of(50);
  voices: unknown = { voices: [] };
  alignment: unknown = null;
  transcription: unknown = { text: '', words: [] };
  readonly server = new StubServer((request, response) => this.answer(request, response));

  start(): Promise<string> {
    return this.server.listen();
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  get asked(): { path: string; body: unknown; headers: StubRequest['headers'] }[] {
    return this.server.requests
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/audio/transcriptions'))
      .map(({ path, body, headers }) => ({ path, body: JSON.parse(body.toString('utf8')) as unknown, headers }));
  }

  private answer({ method, path }: StubRequest, response: ServerResponse): void {
    if (method === 'GET') return sendJson(response, 200, this.voices);
    const other = this.next.shift();
    if (other) return other(response);
    if (path.endsWith('/audio/transcriptions')) return sendJson(response, 200, this.transcription);
    if (path.includes('/with-timestamps'))
      return sendJson(response, 200, { audio_base64: this.sound.toString('base64'), alignment: this.alignment });
    this.sends()(response);
  }

  /** Answers with the sound. */
  sends(): (response: ServerResponse) => void {
    const { sound } = this;
    return (response) =>
      void response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': sound.length }).end(sound);
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
