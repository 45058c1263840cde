import type { BrowserContext, Page, Route } from '@playwright/test';

const SAVES = /\/api\/(projects|scenes)\/[^/?]+$/;

export interface RefusedSaves {
  /** Bodies of the refused saves, in order. */
  refused: unknown[];
  /** Bodies of the saves that reached the server. */
  passed: unknown[];
  /** Lets saves through again. */
  end(): void;
}

/** Refuses the saves of a page, or of all pages of a browser, until `end` is called. */
export async function refuseSaves(where: Page | BrowserContext): Promise<RefusedSaves> {
  const refused: unknown[] = [];
  const passed: unknown[] = [];
  let refuses = true;
  await where.route(SAVES, (route: Route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.fallback();
    (refuses ? refused : passed).push(request.postDataJSON());
    // Alternates between the server's refusal and a lost connection.
    if (!refuses) return route.fallback();
    return refused.length % 2 === 0 ? route.abort('connectionreset') : route.fulfill({ status: 503, body: '' });
  });
  return { refused, passed, end: () => void (refuses = false) };
}
