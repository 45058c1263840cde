import type { Request, RequestHandler, Response } from 'express';
import { requestContext } from '../../platform/http/request-context';
import type { Asker } from './ask-api';
import { firstReads, type PageAddress } from './first-reads';
import { filesFor, readPage, withFirst } from './page-document';

/** What takes longer is left to the browser, which shows meanwhile that it waits. */
const WAIT_MS = 1_500;
/** Of all answers together: more would delay the files that show them. */
const MAX_CHARACTERS = 384 * 1_024;
const USER = '/api/auth/user';

export interface PageOptions {
  /** The built front end. */
  folder: string;
  /** The name of the cookie that a session has. */
  sessionCookie: string;
  ask: Asker;
  /** How far pushes have come: what comes later is pushed, or told to be missed. */
  told: { readonly upTo: string | null };
}

/** The page of every address, with the answers to what its screen reads first. */
export function servePages({ folder, sessionCookie, ask, told }: PageOptions): RequestHandler {
  return async (request, response, next) => {
    const page = await readPage(folder).catch(() => null);
    if (!page) return next();
    const cookie = request.headers.cookie ?? '';
    const mayBeSignedIn = cookie.includes(`${sessionCookie}=`);
    const address = addressOf(request);
    // Before the answers are read, so that whatever they lack is later than it.
    const position = told.upTo;
    const answers = request.method === 'GET' ? await read(ask, address, cookie, !mayBeSignedIn) : null;
    const isVisitor = !mayBeSignedIn || answers?.[USER] === null;
    const wanted = page.firstFiles ? filesFor(page.firstFiles, address, isVisitor) : [];
    keepOrNot(response, mayBeSignedIn);
    response.type('html').send(withFirst(page.html, wanted, answers && { answers, position }));
  };
}

/** What somebody's page says is for their eyes: no cache keeps it. A visitor's is asked for again each time. */
function keepOrNot(response: Response, isPersonal: boolean): void {
  response.vary('Cookie');
  response.setHeader('cache-control', isPersonal ? 'no-store' : 'no-cache');
}

function addressOf({ path, query }: Request): PageAddress {
  const { project, tab } = query;
  return {
    path,
    ...(typeof project === 'string' && { project }),
    ...(typeof tab === 'string' && { tab }),
  };
}

/** By address; null for a user that is not signed in. What is left out is asked for by the browser. */
async function read(ask: Asker, address: PageAddress, cookie: string, isVisitor: boolean) {
  const signal = AbortSignal.timeout(WAIT_MS);
  const requestId = requestContext()?.correlationId ?? '';
  const found = await Promise.all(
    firstReads(address, isVisitor).map(async (one) => [one, await ask(one, { cookie, requestId, signal })] as const),
  );
  const answers: Record<string, unknown> = {};
  let size = 0;
  for (const [one, answer] of found) {
    if (one === USER && answer?.status === 401) return { [USER]: null };
    if (answer?.status !== 200) continue;
    size += JSON.stringify(answer.body).length;
    if (size <= MAX_CHARACTERS) answers[one] = answer.body;
  }
  return answers;
}
