import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { securityHeaders } from './response-headers';
import { staticFiles } from './static-files';

const folder = mkdtempSync(join(tmpdir(), 'storyreel-static-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets', 'main-1a2b3c.js'), 'script');
writeFileSync(join(folder, '..', 'storyreel-outside.txt'), 'secret');
writeFileSync(join(folder, 'assets', 'main-1a2b3c.js.br'), brotliCompressSync('script'));
const page: RequestHandler = (_, response) =>
  void response.set('cache-control', 'no-cache').send('<!doctype html>the page');
const app = express().use(securityHeaders({}), staticFiles(folder, page));
app.use((_, response) => void response.status(404).send('the api'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the front end', () => {
  it.each(['/', '/settings', '/credits', '/styles?x=1', '/an/unknown/page', '/style.of.mine'])(
    'serves its page at %s [ACCESS-01]',
    async (path) => {
      const { text, headers } = await request(app).get(path).expect(200).expect('content-type', /html/);
      expect(text).toContain('the page');
      expect(headers['cache-control']).toBe('no-cache');
    },
  );
  it('serves assets as cacheable for good', async () => {
    const { headers } = await request(app).get('/assets/main-1a2b3c.js').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
  it('serves assets compressed to browsers that accept that, with their own type', async () => {
    const path = '/assets/main-1a2b3c.js';
    const compressed = await request(app).get(path).set('accept-encoding', 'gzip, deflate, br').expect(200);
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('text/javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    const plain = await request(app).get(path).set('accept-encoding', 'gzip').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.text).toBe('script');
  });
  it('serves other files with revalidation each time', async () => {
    await request(app).get('/favicon.svg').expect(200).expect('cache-control', 'no-cache');
  });
  it.each(['/assets/main-old.js', '/api/nothing', '/api', '/socket.io/x'])('serves no page at %s', async (path) => {
    expect((await request(app).get(path).expect(404)).text).toBe('the api');
  });
  it.each(['/..%2fstoryreel-outside.txt', '/assets/..%2f..%2fstoryreel-outside.txt'])(
    'serves nothing outside its folder: %s',
    async (path) => {
      expect((await request(app).get(path)).text).not.toContain('secret');
    },
  );
});

describe('every answer', () => {
  it('allows no script but our files', async () => {
    const { headers } = await request(app).get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
  it('requires TLS where the public address uses it', async () => {
    const overTls = express().use(
      securityHeaders({ publicUrl: 'https://storyreel.example' }),
      staticFiles(folder, page),
    );
    const { headers } = await request(overTls).get('/');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });
});
