import { requestContextMiddleware } from '../infra/http/request-context';
import type { Request, Response } from 'express';
import { EventEmitter } from 'node:events';
import { createLog, createPino, NestLog, warningsInLog } from './log';
import { safeUrl } from './observe-requests';

function capture() {
  const lines: Record<string, unknown>[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(JSON.parse(line)) } };
}

describe('a log line', () => {
  it('carries the correlation id of its request', () => {
    const { lines, destination } = capture();
    const log = createLog({ logLevel: 'info' }, destination);
    const request = { get: () => 'request-0001' } as unknown as Request;
    requestContextMiddleware(request, { setHeader: () => undefined } as unknown as Response, () => log.info('inside'));
    log.info('outside');
    expect(lines[0]).toMatchObject({ msg: 'inside', correlationId: 'request-0001' });
    expect(lines[1]).not.toHaveProperty('correlationId');
  });
  it('hides secrets', () => {
    const { lines, destination } = capture();
    createPino({ logLevel: 'info' }, destination).info({ password: 'p1', body: { password: 'p2', token: 't1' } }, 'x');
    expect(JSON.stringify(lines)).not.toMatch(/p1|p2|t1/);
  });
  it('leaves out of an error the address that was none, and its base', () => {
    const { lines, destination } = capture();
    const log = new NestLog(createPino({ logLevel: 'info' }, destination));
    // An error as `new URL` throws it.
    const told = { code: 'ERR_INVALID_URL', input: 'https://a b/secret', base: '/share/secret' };
    const error = Object.assign(new TypeError('Invalid URL'), told);
    log.error(error);
    log.error(new Error('It failed.', { cause: error }));
    expect(lines[0]).toMatchObject({ msg: 'Invalid URL', err: { code: 'ERR_INVALID_URL' } });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
  it('includes an error with its stack', () => {
    const { lines, destination } = capture();
    createLog({ logLevel: 'info' }, destination).error(new Error('broken'), 'It failed.');
    expect(lines[0]).toMatchObject({ msg: 'It failed.', err: { message: 'broken' } });
  });
  it('says in our words what failed, beside the error', () => {
    const { lines, destination } = capture();
    const log = new NestLog(createPino({ logLevel: 'info' }, destination));
    log.warn(new Error('broken', { cause: new Error('no space') }), 'The job has failed', 'Jobs');
    log.warn(new Error('broken'), 'Jobs');
    expect(lines).toMatchObject([
      { msg: 'The job has failed', context: 'Jobs', err: { stack: expect.stringContaining('no space') } },
      { msg: 'broken', context: 'Jobs' },
    ]);
  });
  it('replaces a warning of Node or of a library', () => {
    const { lines, destination } = capture();
    const node = new EventEmitter().on('warning', () => lines.push({ msg: 'written past the log' }));
    warningsInLog(createLog({ logLevel: 'info' }, destination), node);
    node.emit('warning', Object.assign(new Error('It will need\nnode >=22.'), { name: 'SupportWarning' }));
    expect(lines).toEqual([expect.objectContaining({ msg: 'SupportWarning: It will need node >=22.' })]);
  });
});

describe('an address in a log line', () => {
  it.each([
    ['/api/uploads/abc.def', '/api/uploads/…'],
    ['/api/login/callback?code=secret&state=s', '/api/login/callback?…'],
    ['/api/media/abcdefghijkl', '/api/media/abcdef…'],
    ['/api/media/abcdefghijkl?shared=1.mac&download=a', '/api/media/abcdef…?shared=…&download=a'],
    ['/api/social/callback/tiktok?code=secret&state=s', '/api/social/callback/tiktok?…'],
    ['/API/Uploads/abc.def', '/API/Uploads/…'],
    ['/Share/abcdefghijkl/video', '/Share/abcdef…/video'],
    ['/api/Login/callback?code=secret', '/api/Login/callback?…'],
    ['/api/projects?x=1', '/api/projects?x=1'],
  ])('%s is written as %s', (url, safe) => {
    expect(safeUrl(url)).toBe(safe);
  });
});
