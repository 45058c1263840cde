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
    ['is logged once when no proxy is trusted', undefined, { 'x-forwarded-for': '1.2.3.4' }, told],
    ['is logged once when only other proxies are trusted', '10.0.0.0/8', { 'x-forwarded-for': '1.2.3.4' }, told],
    ['is logged when it sends only the scheme', 'uniquelocal', { 'x-forwarded-proto': 'https' }, told],
    ['is logged when it sends the standard header', undefined, { forwarded: 'for=1.2.3.4' }, told],
    ['is not logged when it is trusted by its address', 'loopback', { 'x-forwarded-for': '1.2.3.4' }, []],
    ['is not logged when one proxy is trusted at any address', '1', { 'x-forwarded-for': '1.2.3.4' }, []],
    ['is not logged where there is none', undefined, {}, []],
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
