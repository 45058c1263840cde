import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { NestLog } from './log';
import { observeRequests } from './observe-requests';

function perform(request: Partial<Request>, end: (response: EventEmitter & { statusCode: number }) => void) {
  const lines: { level: string; line: object; message: string }[] = [];
  const log = {
    info: (line: object, message: string) => void lines.push({ level: 'info', line, message }),
    error: (line: object, message: string) => void lines.push({ level: 'error', line, message }),
  };
  const observed: unknown[][] = [];
  const metrics = { observeHttp: (...values: unknown[]) => void observed.push(values) };
  const response = Object.assign(new EventEmitter(), { statusCode: 200, writableFinished: true });
  const next = jest.fn();
  const middleware = observeRequests(log as never, metrics);
  middleware({ method: 'GET', ...request } as Request, response as unknown as Response, next);
  expect(next).toHaveBeenCalledWith();
  end(response);
  return { lines, observed };
}

describe('an observed request', () => {
  it('writes one line and one measurement, under its pattern and without secrets', () => {
    const { lines, observed } = perform(
      { originalUrl: '/api/media/abcdefghijkl', route: { path: '/api/media/:key' } },
      (response) => response.emit('finish') && response.emit('close'),
    );
    expect(lines).toEqual([
      {
        level: 'info',
        message: 'Request answered.',
        line: expect.objectContaining({ method: 'GET', url: '/api/media/abcdef…', statusCode: 200 }),
      },
    ]);
    expect(observed).toEqual([['GET', '/api/media/:key', 200, expect.any(Number)]]);
  });

  it('is an error when the server failed', () => {
    const { lines } = perform({ originalUrl: '/api/projects' }, (response) => {
      response.statusCode = 500;
      response.emit('finish');
    });
    expect(lines).toMatchObject([{ level: 'error', message: 'Request failed.' }]);
  });

  it('is recorded too when the visitor disconnects', () => {
    const { lines, observed } = perform({ originalUrl: '/api/projects' }, (response) => {
      Object.assign(response, { writableFinished: false });
      response.emit('close');
    });
    expect(lines).toMatchObject([{ message: 'Request cut off.', line: { cut: true } }]);
    expect(observed).toHaveLength(1);
  });

  it.each(['/api/health', '/api/ready', '/api/metrics?x=1'])('is measured but not logged for %s', (originalUrl) => {
    const { lines, observed } = perform({ originalUrl }, (response) => response.emit('finish'));
    expect(lines).toEqual([]);
    expect(observed).toHaveLength(1);
  });
});

describe("the framework's log", () => {
  it('is written to ours with its context, and with the stack of an error', () => {
    const written: unknown[][] = [];
    const level = (name: string) => (fields: object, message: string) => void written.push([name, fields, message]);
    const pino = Object.fromEntries(['info', 'warn', 'error', 'debug', 'trace', 'fatal'].map((n) => [n, level(n)]));
    const log = new NestLog(pino as never);
    const error = new Error('broken');
    log.log('started', 'Router');
    log.warn('careful');
    log.error(error, 'Http');
    log.verbose('much');
    expect(written).toEqual([
      ['info', { context: 'Router' }, 'started'],
      ['warn', {}, 'careful'],
      ['error', { context: 'Http', err: error }, 'broken'],
      ['trace', {}, 'much'],
    ]);
  });
});
