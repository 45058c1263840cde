import type { Request, RequestHandler, Response } from 'express';
import { requestContext } from '../infra/http/request-context';
import type { Asker } from './loopback-client';
import type { Draw } from './prerender';
import { firstPictures, firstReads, isDrawn } from './first-reads';
import type { PageAddress } from './first-reads';
import { filesFor, leadingOnTo, readApp, readLanding, withFirst } from './page-document';

/** What takes longer is left to the browser, which shows meanwhile that it waits. */
const WAIT_MS = 1_500;
/** Of all answers together: more would delay the files that show them. */
const MAX_BYTES = 384 * 1_024;
const USER = '/api/auth/user';

export interface PageOptions {
  /** The built front end. */
  folder: string;
  /** The name of the cookie that a session has. */
  sessionCookie: string;
  ask: Asker;
  draw: Draw;
  /** How far pushes have come: what comes later is pushed, or told to be missed. */
  told: { readonly upTo: string | null };
}

/** The page of every address, with the answers to what its screen reads first, and what that looks like with them. */
export function servePages({ folder, sessionCookie, ask, draw, told }: PageOptions): RequestHandler {
  return async (request, response, next) => {
    const cookie = request.headers.cookie ?? '';
    const mayBeSignedIn = cookie.includes(`${sessionCookie}=`);
    const address = addressOf(request);
    // Before the answers are read, so that whatever they lack is later than it.
    const position = told.upTo;
    const asks = mayBeSignedIn && request.method === 'GET';
    const answers = asks ? await read(ask, address, cookie) : null;
    const isVisitor = !mayBeSignedIn || answers === 'visitor';
    const page = await (isVisitor ? readLanding(folder) : readApp(folder)).catch(() => null);
    if (!page) return next();
    keepOrNot(response, mayBeSignedIn);
    response.type('html');
    if (isVisitor) return response.send(leadingOnTo(page.html, request.originalUrl));
    const files = page.firstFiles ? filesFor(page.firstFiles, address) : [];
    const pictures = answers ? firstPictures(address, answers) : [];
    const look =
      answers && isDrawn(address, answers)
        ? await draw({ address: request.originalUrl, cookies: withoutSession(cookie, sessionCookie), answers })
        : null;
    response.send(
      withFirst(page.html, { files, pictures, look, answers: answers && { byAddress: answers, position } }),
    );
  };
}

/** What somebody's page says is for their eyes: no cache keeps it. A visitor's is asked for again each time. */
function keepOrNot(response: Response, isPersonal: boolean): void {
  response.vary('Cookie');
  response.setHeader('cache-control', isPersonal ? 'no-store' : 'no-cache');
}

/** What the page's own scripts could read. */
const withoutSession = (cookies: string, sessionCookie: string): string =>
  cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith(`${sessionCookie}=`))
    .join('; ');

function addressOf({ path, query }: Request): PageAddress {
  const { project, tab } = query;
  return {
    path,
    ...(typeof project === 'string' && { project }),
    ...(typeof tab === 'string' && { tab }),
  };
}

/** By address, for somebody who is signed in. What is left out is asked for by the browser. */
async function read(ask: Asker, address: PageAddress, cookie: string): Promise<Record<string, unknown> | 'visitor'> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const requestId = requestContext()?.correlationId ?? '';
  const found = await Promise.all(
    firstReads(address).map(async (one) => [one, await ask(one, { cookie, requestId, signal })] as const),
  );
  const answers: Record<string, unknown> = {};
  let size = 0;
  for (const [one, answer] of found) {
    if (one === USER && answer?.status === 401) return 'visitor';
    if (answer?.status !== 200) continue;
    size += Buffer.byteLength(JSON.stringify(answer.body));
    if (size <= MAX_BYTES) answers[one] = answer.body;
  }
  return answers;
}
