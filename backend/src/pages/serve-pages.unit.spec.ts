import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import request from 'supertest';
import type { ApiAnswer } from './loopback-client';
import type { PrerenderRequest } from './prerender';
import { servePages } from './serve-pages';

const PROJECT = 'a3c1f0de-0000-4000-8000-000000000001';
const COOKIE = 'storyreel_12345678=s%3Aada';
const folder = mkdtempSync(join(tmpdir(), 'storyreel-pages-'));
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><head><title>T</title></head><body><div id="root"></div></body>',
);
writeFileSync(
  join(folder, 'landing.html'),
  '<!doctype html><body><a href="/api/login?form=sign-in">Sign in</a><a href="/api/login">Get Started</a></body>',
);
writeFileSync(
  join(folder, 'first-files.json'),
  JSON.stringify({
    screens: { '/': ['assets/dashboard.js'], '/styles': ['assets/styles.js'] },
    tabs: { story: ['assets/story.js'], build: ['assets/build.js'] },
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

const ADA = { id: 'ada', firstName: 'Ada' };
let api: Record<string, ApiAnswer>;
let asked: string[];
let drawn: PrerenderRequest[];
let look: string | null;
beforeEach(() => {
  drawn = [];
  look = null;
  asked = [];
  api = { '/api/auth/user': { status: 200, body: ADA }, '/api/projects?fields=summary': { status: 200, body: [] } };
});
const app = express().use(
  servePages({
    folder,
    sessionCookie: 'storyreel_12345678',
    draw: (asked) => {
      drawn.push(asked);
      return Promise.resolve(look);
    },
    told: { upTo: '00000000000000000042' },
    ask: (address, { cookie }) => {
      asked.push(address);
      return Promise.resolve(cookie.includes(COOKIE) ? (api[address] ?? null) : { status: 401, body: {} });
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

describe('the page of a signed-in user', () => {
  it('contains the first answers for its screen, and names its script files', async () => {
    const { text } = await open('/');
    expect(answersIn(text)).toEqual({ '/api/auth/user': ADA, '/api/projects?fields=summary': [] });
    expect(filesIn(text)).toEqual(['/assets/dashboard.js']);
  });

  it('names the push position before its answers were read', async () => {
    expect((await open('/')).text).toContain(
      '<script type="application/json" id="first-answers" data-position="00000000000000000042">',
    );
  });

  it('is not cacheable', async () => {
    const { headers } = await open('/');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.vary).toContain('Cookie');
  });

  it('of an open project contains the project, its scenes and the files of its tab', async () => {
    const { text } = await open(`/?project=${PROJECT}&tab=build`);
    expect(asked).toEqual(expect.arrayContaining([`/api/projects/${PROJECT}`, `/api/scenes?projectId=${PROJECT}`]));
    expect(filesIn(text)).toEqual(['/assets/build.js']);
  });

  it.each(['/?project=../credits', '/?project=1&project=2', '/?tab=__proto__', '/constructor'])(
    'reads nothing for the address %s',
    async (address) => {
      await open(address);
      expect(asked).toEqual([
        '/api/auth/user',
        '/api/config',
        '/api/credits/balance',
        '/api/projects?fields=summary',
        '/api/batches',
        ...(address.startsWith('/?') ? ['/api/social/project-posts'] : []),
      ]);
    },
  );

  it('keeps user text from breaking out of its data', async () => {
    const title = '</script><script>alert(1)</script><!-- $& \u2028';
    api['/api/projects?fields=summary'] = { status: 200, body: [{ title }] };
    const { text } = await open('/');
    expect(answersIn(text)).toMatchObject({ '/api/projects?fields=summary': [{ title }] });
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<!--');
  });

  it.each([
    ['in characters of one byte', 'x'.repeat(400_000)],
    ['in characters of three bytes', '灯'.repeat(140_000)],
  ])('leaves out refused, missing and oversized answers %s', async (_how, body) => {
    api['/api/credits/balance'] = { status: 503, body: { message: 'away' } };
    api['/api/projects?fields=summary'] = { status: 200, body };
    expect(answersIn((await open('/')).text)).toEqual({ '/api/auth/user': ADA });
  });
});

describe('the prerendered screen', () => {
  const SHELL = ['/api/config', '/api/credits/balance', '/api/batches', '/api/social/project-posts'];
  const OF_BUILD = [
    `/api/projects/${PROJECT}`,
    `/api/scenes?projectId=${PROJECT}`,
    '/api/midjourney/queue',
    '/api/replicate/models',
    '/api/styles',
  ];
  const answer = (addresses: string[]): void => {
    for (const address of addresses) api[address] = { status: 200, body: [] };
  };
  beforeEach(() => answer(SHELL));

  it('is placed in the app’s root, drawn from the same answers, without the session', async () => {
    look = '<h1>$& Your Projects</h1>';
    const { text } = await open('/?a=1', `other=1; ${COOKIE}; sidebar_state=false`);
    expect(text).toContain('<div id="root"><h1>$& Your Projects</h1></div>');
    expect(drawn).toEqual([{ address: '/?a=1', cookies: 'other=1; sidebar_state=false', answers: answersIn(text) }]);
  });

  it('is left out where it could not be drawn', async () => {
    expect((await open('/')).text).toContain('<div id="root"></div>');
    expect(drawn).toHaveLength(1);
  });

  it('covers Build once all of its data is there, and no other tab', async () => {
    await open(`/?project=${PROJECT}&tab=build`);
    expect(drawn).toEqual([]);
    answer(OF_BUILD);
    await open(`/?project=${PROJECT}&tab=build`);
    expect(drawn).toHaveLength(1);
    await open(`/?project=${PROJECT}&tab=story`);
    expect(drawn).toHaveLength(1);
  });

  it('is drawn for no other screen, for no visitor, and not while a read is refused', async () => {
    await open('/styles');
    await open('/', 'other=1');
    await open('/', 'storyreel_12345678=s%3Aold');
    api['/api/batches'] = { status: 503, body: {} };
    await open('/');
    expect(drawn).toEqual([]);
  });
});

describe('preloaded images of the first screen', () => {
  const preloads = (html: string) =>
    [
      ...html.matchAll(/rel="preload" as="image" fetchpriority="high" imagesrcset="(\S+)[^"]*" imagesizes="([^"]+)"/g),
    ].map(([, first, sizes]) => [first, sizes]);

  it('are, on the dashboard, those of the first projects that have one', async () => {
    const thumbnails = [
      null,
      '/api/media/a',
      'https://example.com/b.png',
      ...'cdefgh'.split('').map((k) => `/api/media/${k}`),
    ];
    const body = thumbnails.map((thumbnail) => ({ thumbnail }));
    api['/api/projects?fields=summary'] = { status: 200, body };
    const shown = preloads((await open('/')).text);
    expect(shown.map(([url]) => url)).toEqual(['a', 'c', 'd', 'e', 'f'].map((key) => `/api/media/${key}?width=160`));
    expect(shown[0]?.[1]).toBe('(max-width: 767px) 33vw, 150px');
  });

  it("are, on Build, the first scene's main image and its alternatives", async () => {
    const images = ['/api/media/one', '/api/media/two', ''];
    const first = { order: 0, imageUrl: '/api/media/two', imageUrls: images };
    const second = { order: 1, imageUrl: null, imageUrls: ['/api/media/other'] };
    api[`/api/scenes?projectId=${PROJECT}`] = { status: 200, body: [second, first] };
    expect(preloads((await open(`/?project=${PROJECT}&tab=build`)).text)).toEqual([
      ['/api/media/two?width=160', '280px'],
      ['/api/media/one?width=160', '(max-width: 430px) 104px, 120px'],
    ]);
    expect(preloads((await open(`/?project=${PROJECT}&tab=story`)).text)).toEqual([]);
  });

  it('cannot break out of their attribute', async () => {
    api['/api/projects?fields=summary'] = { status: 200, body: [{ thumbnail: '/api/media/a"><script>&' }] };
    const { text } = await open('/');
    expect(text).toContain('imagesrcset="/api/media/a&quot;&gt;&lt;script&gt;&amp;?width=160');
  });
});

describe('the page of a visitor', () => {
  it('is the prerendered landing page, without any reads, and may be revalidated', async () => {
    const { text, headers } = await open('/', 'other=1');
    expect(text).toContain('<a href="/api/login">Get Started</a>');
    expect(asked).toEqual([]);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toContain('text/html');
  });

  it('leads on to the requested address', async () => {
    const { text } = await open('/calendar?day=1&post=2', 'other=1');
    expect(text).toContain('<a href="/api/login?form=sign-in&amp;next=%2Fcalendar%3Fday%3D1%26post%3D2">Sign in</a>');
    expect(text).toContain('<a href="/api/login?next=%2Fcalendar%3Fday%3D1%26post%3D2">Get Started</a>');
  });

  it('is the same after the session has ended, and not cacheable', async () => {
    const { text, headers } = await open('/', 'storyreel_12345678=s%3Aold');
    expect(text).toContain('<a href="/api/login">Get Started</a>');
    expect(headers['cache-control']).toBe('no-store');
  });
});
