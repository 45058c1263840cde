import express from 'express';
import request from 'supertest';
import { noticeProxies, readTrustedProxies } from './trusted-proxies';

describe('a proxy in front', () => {
  const warnings: string[] = [];
  const serverThatTrusts = (setting?: string) => {
    const app = express();
    if (setting !== undefined) app.set('trust proxy', readTrustedProxies(setting));
    app.use(noticeProxies({ warn: (message) => void warnings.push(message) }));
    app.get('/', (_, response) => void response.send('ok'));
    return request.agent(app);
  };
  beforeEach(() => void warnings.splice(0));
  const told = [
    expect.stringMatching(
      /^A proxy at \S*127\.0\.0\.1 seems to forward requests, and TRUSTED_PROXIES does not name it: /,
    ),
  ];

  it.each([
    ['is told of once when none is trusted', undefined, { 'x-forwarded-for': '1.2.3.4' }, told],
    ['is told of once when others are trusted', '10.0.0.0/8', { 'x-forwarded-for': '1.2.3.4' }, told],
    ['is told of when it names the scheme alone', 'uniquelocal', { 'x-forwarded-proto': 'https' }, told],
    ['is told of when it speaks by the standard', undefined, { forwarded: 'for=1.2.3.4' }, told],
    ['is not told of when it is trusted by its address', 'loopback', { 'x-forwarded-for': '1.2.3.4' }, []],
    ['is not told of when one is trusted, wherever it is', '1', { 'x-forwarded-for': '1.2.3.4' }, []],
    ['is not told of where there is none', undefined, {}, []],
  ])('%s', async (_what, setting, headers, expected) => {
    const server = serverThatTrusts(setting);
    for (let times = 0; times < 2; times++) await server.get('/').set(headers).expect(200);
    expect(warnings).toEqual(expected);
  });

  it('is not logged repeatedly when somebody sends its headers from many addresses', () => {
    const notice = noticeProxies({ warn: (message) => void warnings.push(message) });
    const next = jest.fn();
    const app = { get: () => () => false };
    for (let host = 1; host <= 20; host++) {
      const socket = { remoteAddress: `2001:db8::${host}` };
      notice({ headers: { 'x-forwarded-for': '1.2.3.4' }, socket, app } as never, {} as never, next);
    }
    expect(warnings).toHaveLength(5);
    expect(next).toHaveBeenCalledTimes(20);
  });
});
