import type { Request, RequestHandler, Response } from 'express';
import { requestContext } from '../infra/http/request-context';
import type { VisitorIdentity } from './loopback-client';
import type { Draw } from './prerender';
import { firstPictures, firstReads, isDrawn } from './first-reads';
import type { PageAddress } from './first-reads';
import { filesFor, withReturnAddress, readApp, readLanding, withFirst } from './page-document';

/**
 * Timeout of a read, in milliseconds: a slower read is left to the browser, which shows its loading state meanwhile.
 */
const WAIT_MS = 1_500;
/** Maximum bytes of all answers together: more would delay the files that show them. */
const MAX_BYTES = 384 * 1_024;
const USER = '/api/auth/user';

export interface PageOptions {
  /** Folder of the built front end. */
  folder: string;
  /** Name of the session cookie. */
  sessionCookie: string;
  ask: VisitorIdentity;
  draw: Draw;
  /**
   * Position up to which pushes have been sent. Later changes are pushed to the browser, or the browser is notified
   * that it missed some.
   */
  told: { readonly upTo: string | null };
}

/** Serves the page of every address, with the answers to its screen's first reads and with prerendered HTML. */
export function servePages({ folder, sessionCookie, ask, draw, told }: PageOptions): RequestHandler {
  return async (request, response, next) => {
    const cookie = request.headers.cookie ?? '';
    const mayBeSignedIn = cookie.includes(`${sessionCookie}=`);
    const address = addressOf(request);
    // Taken before the answers are read, so that all changes missing in the answers have later positions.
    const position = told.upTo;
    const asks = mayBeSignedIn && request.method === 'GET';
    const answers = asks ? await read(ask, address, cookie) : null;
    const isVisitor = !mayBeSignedIn || answers === 'visitor';
    const page = await (isVisitor ? readLanding(folder) : readApp(folder)).catch(() => null);
    if (!page) return next();
    keepOrNot(response, mayBeSignedIn);
    response.type('html');
    if (isVisitor) return response.send(withReturnAddress(page.html, request.originalUrl));
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

/** Keeps personal pages out of all caches; a page for visitors without a session is revalidated each time. */
function keepOrNot(response: Response, isPersonal: boolean): void {
  response.vary('Cookie');
  response.setHeader('cache-control', isPersonal ? 'no-store' : 'no-cache');
}

/** Removes the session cookie, because the prerender may only get cookies that the page's scripts could read. */
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

/** Reads the answers, by address, for a signed-in user. The browser sends the reads whose answers are left out. */
async function read(
  ask: VisitorIdentity,
  address: PageAddress,
  cookie: string,
): Promise<Record<string, unknown> | 'visitor'> {
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
