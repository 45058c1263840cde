import type { Page } from '@playwright/test';
import type { Random } from './seeded';

const SAVES = /\/api\/(projects|scenes)\/[^/?]+$/;

/** Delays some of a page's saves until they are released, and loses the responses of others. */
export async function spoilLine(page: Page, random: Random) {
  let held: (() => void)[] = [];
  let isBad = true;
  await page.route(SAVES, async (route) => {
    if (route.request().method() !== 'PATCH' || !isBad) return route.fallback();
    const fate = random.pick(['passes', 'waits', 'waits', 'loses its answer'] as const);
    if (fate === 'waits') await new Promise<void>((release) => held.push(release));
    // The page may have aborted the request meanwhile.
    if (fate !== 'loses its answer') return route.fallback().catch(() => undefined);
    await route.fetch().catch(() => undefined);
    await route.abort('connectionreset').catch(() => undefined);
  });
  function letGo(): void {
    const waiting = held;
    held = [];
    for (const release of waiting) release();
  }
  return {
    letGo,
    mend(): void {
      isBad = false;
      letGo();
    },
    spoil: () => void (isBad = true),
  };
}
