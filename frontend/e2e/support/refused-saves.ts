import type { BrowserContext, Page, Route } from '@playwright/test';

const SAVES = /\/api\/(projects|scenes)\/[^/?]+$/;

export interface RefusedSaves {
  /** Bodies of the saves that were refused, in their order. */
  refused: unknown[];
  /** Bodies of the saves that reached the server. */
  passed: unknown[];
  /** The network is back. */
  end(): void;
}

/** Refuses the saves of a page, or of all pages of a browser, until told to end. */
export async function refuseSaves(where: Page | BrowserContext): Promise<RefusedSaves> {
  const refused: unknown[] = [];
  const passed: unknown[] = [];
  let refuses = true;
  await where.route(SAVES, (route: Route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.fallback();
    (refuses ? refused : passed).push(request.postDataJSON());
    // By turns, the server's refusal and no answer at all.
    if (!refuses) return route.fallback();
    return refused.length % 2 === 0 ? route.abort('connectionreset') : route.fulfill({ status: 503, body: '' });
  });
  return { refused, passed, end: () => void (refuses = false) };
}
