import { expect, type Page } from '@playwright/test';

export const DESK = { width: 1440, height: 900 };
/** The viewport of a 1280 × 800 window at 200 % zoom. */
export const ZOOMED = { width: 640, height: 400 };

/** Waits until the screen has rendered, nothing is loading, and layout for the window is done. */
export async function isWhole(page: Page): Promise<void> {
  // Found by tag: behind a modal dialog the main element has no role.
  await expect(page.locator('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut))));
}

/** Returns elements that reach beyond a side of the window and are neither scrolled nor cut off by an ancestor. */
export async function overTheEdge(page: Page, where: string): Promise<string[]> {
  await isWhole(page);
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isHeld = (node: Element): boolean => {
      for (let around = node.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowX !== 'visible') return true;
      }
      return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter((node) => {
      const { right, left, width: own } = node.getBoundingClientRect();
      return own > 1 && (right > width + 1 || left < -1) && !isHeld(node);
    });
    const scrolls = document.documentElement.scrollWidth - window.innerWidth;
    return [
      ...(scrolls > 0 ? [`scrolls by ${scrolls} px`] : []),
      ...wide.map((node) => `${node.tagName} ${node.textContent.slice(0, 40)}`),
    ];
  });
  return found.map((line) => `${where}: ${line}`);
}

/** Returns controls and headings that an ancestor cuts off without scrolling, so that a part is never visible. */
export async function cutOff(page: Page, where: string): Promise<string[]> {
  await isWhole(page);
  const found = await page.evaluate(() => {
    const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const isCut = (node: Element): boolean => {
      const own = node.getBoundingClientRect();
      // Text for screen readers only is one pixel large.
      if (own.width <= 1 || own.height <= 1) return false;
      for (let around = node.parentElement; around && around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around);
        const its = around.getBoundingClientRect();
        if (its.width <= 1 || its.height <= 1) return false;
        if (cuts(overflowX) && (own.left < its.left - 1 || own.right > its.right + 1)) return true;
        if (cuts(overflowY) && (own.top < its.top - 1 || own.bottom > its.bottom + 1)) return true;
        if (position === 'fixed') break;
        // This ancestor scrolls, so beyond it the node's place depends on the scroll position.
        if (!cuts(overflowY) && overflowY !== 'visible') break;
      }
      return false;
    };
    const nodes = document.querySelectorAll(
      ['a', 'button', 'input', 'select', 'textarea', 'h1', 'h2', 'h3']
        .map((tag) => `main ${tag}, [role="dialog"] ${tag}, [role="alertdialog"] ${tag}`)
        .join(', '),
    );
    return [...nodes]
      .filter((node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && isCut(node))
      .map((node) => `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent.slice(0, 40)}`);
  });
  return found.map((line) => `${where}: ${line} is cut off`);
}
