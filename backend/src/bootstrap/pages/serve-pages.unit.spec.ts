import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import request from 'supertest';
import type { ApiAnswer } from './ask-api';
import { servePages } from './serve-pages';

const PROJECT = 'a3c1f0de-0000-4000-8000-000000000001';
const COOKIE = 'storyreel_12345678=s%3Aada';
const folder = mkdtempSync(join(tmpdir(), 'storyreel-pages-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>T</title></head><body></body>');
writeFileSync(
  join(folder, 'first-files.json'),
  JSON.stringify({
    landing: ['assets/landing.js'],
    screens: { '/': ['assets/dashboard.js'], '/styles': ['assets/styles.js'] },
    tabs: { story: ['assets/story.js'], build: ['assets/build.js'] },
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

const ADA = { id: 'ada', firstName: 'Ada' };
let api: Record<string, ApiAnswer>;
let asked: string[];
beforeEach(() => {
  asked = [];
  api = { '/api/auth/user': { status: 200, body: ADA }, '/api/projects?fields=summary': { status: 200, body: [] } };
});
const app = express().use(
  servePages({
    folder,
    sessionCookie: 'storyreel_12345678',
    told: { upTo: '00000000000000000042' },
    ask: (address, { cookie }) => {
      asked.push(address);
      return Promise.resolve(cookie === COOKIE ? (api[address] ?? null) : { status: 401, body: {} });
    },
  }),
);
const open = (address: string, cookie = COOKIE) => request(app).get(address).set('cookie', cookie).expect(200);
const answersIn = (html: string): unknown => {
  const [, json] = /<script type="application\/json" id="first-answers"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json ?? 'null');
};
const filesIn = (html: string) =>
  [...html.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(([, f]) => f);

describe('the page of somebody who is signed in', () => {
  it('brings what its screen reads first, and names the files that it runs', async () => {
    const { text } = await open('/');
    expect(answersIn(text)).toEqual({ '/api/auth/user': ADA, '/api/projects?fields=summary': [] });
    expect(filesIn(text)).toEqual(['/assets/dashboard.js']);
  });

  it('says up to where pushes had come before it was read', async () => {
    expect((await open('/')).text).toContain(
      '<script type="application/json" id="first-answers" data-position="00000000000000000042">',
    );
  });

  it('is kept by no cache', async () => {
    const { headers } = await open('/');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.vary).toContain('Cookie');
  });

  it('of an open project brings the project, its scenes and the files of its tab', async () => {
    const { text } = await open(`/?project=${PROJECT}&tab=build`);
    expect(asked).toEqual(expect.arrayContaining([`/api/projects/${PROJECT}`, `/api/scenes?projectId=${PROJECT}`]));
    expect(filesIn(text)).toEqual(['/assets/build.js']);
  });

  it.each(['/?project=../credits', '/?project=1&project=2', '/?tab=__proto__', '/constructor'])(
    'asks for nothing that is made of the address %s',
    async (address) => {
      await open(address);
      expect(asked).toEqual([
        '/api/auth/user',
        '/api/config',
        '/api/credits/balance',
        '/api/projects?fields=summary',
        '/api/batches',
      ]);
    },
  );

  it('cannot be left by what somebody wrote', async () => {
    const title = '</script><script>alert(1)</script><!-- $& \u2028';
    api['/api/projects?fields=summary'] = { status: 200, body: [{ title }] };
    const { text } = await open('/');
    expect(answersIn(text)).toMatchObject({ '/api/projects?fields=summary': [{ title }] });
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<!--');
  });

  it('leaves out what is refused, missing or too much', async () => {
    api['/api/credits/balance'] = { status: 503, body: { message: 'away' } };
    api['/api/projects?fields=summary'] = { status: 200, body: 'x'.repeat(400_000) };
    expect(answersIn((await open('/')).text)).toEqual({ '/api/auth/user': ADA });
  });
});

describe('the page of a visitor', () => {
  it('says that nobody is signed in, and may be asked for again', async () => {
    const { text, headers } = await open('/', 'other=1');
    expect(answersIn(text)).toEqual({ '/api/auth/user': null });
    expect(filesIn(text)).toEqual(['/assets/landing.js']);
    expect(asked).toEqual(['/api/auth/user', '/api/config']);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('whose session has ended says the same, and nothing else', async () => {
    const { text } = await open('/', 'storyreel_12345678=s%3Aold');
    expect(answersIn(text)).toEqual({ '/api/auth/user': null });
    expect(filesIn(text)).toEqual(['/assets/landing.js']);
  });
});
