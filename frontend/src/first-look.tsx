import { withEmotionCache } from '@emotion/react';
import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { App } from './app/App';
import { preloadHome } from './app/HomeScreen';
import { createAppRouter } from './app/router';
import { seedAnswers, PrerenderContext } from './platform/prerender/prerender';
import { addressOf, createQueryClient } from './platform/cache/query-client';

/** Input for prerendering a page. */
export interface Asked {
  /** Path and query of the page. */
  address: string;
  /** The visitor's cookies that scripts may read. */
  cookies: string;
  /** The API's responses to the screen's reads, by address. */
  answers: Record<string, unknown>;
}

/**
 * Controls are marked as inactive until the app runs, since text typed earlier would be lost and presses would do
 * nothing. Their contents stay readable, and links work. The mark comes before the control's own attribute, because
 * browsers use the first of two attributes with the same name.
 */
const CONTROLS = /<(button|input|select|textarea)(?=[ >])/g;
const AT_REST: Record<string, string> = {
  button: 'tabindex="-1" aria-disabled="true"',
  input: 'readonly tabindex="-1"',
  select: 'inert',
  textarea: 'readonly tabindex="-1"',
};

/**
 * Renders a screen's initial state with the app's own components, for the browser to show until the app runs. React
 * escapes users' texts, so no `<` in them can be part of a tag.
 */
export async function drawFirstLook({ address, cookies, answers }: Asked): Promise<string> {
  const queryClient = createQueryClient();
  seedAnswers(queryClient, addressOf, (read) => (Object.hasOwn(answers, read) ? answers[read] : undefined));
  // Without this, the router's scroll restoration would render an inline script, which the page's policy blocks.
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }), false);
  await router.load();
  const { pathname, search } = router.state.location;
  if (pathname === '/') await preloadHome(search);
  const styles: Styles = { inserted: {} };
  const markup = renderToStaticMarkup(
    <StrictMode>
      <CollectedStyles into={styles}>
        <PrerenderContext value={{ cookies }}>
          <App queryClient={queryClient} router={router} />
        </PrerenderContext>
      </CollectedStyles>
    </StrictMode>,
  );
  queryClient.clear();
  const sheet = Object.values(styles.inserted).filter((rules) => typeof rules === 'string');
  return `<style>${sheet.join('')}</style>${markup.replaceAll(CONTROLS, (_, name: string) => `<${name} ${AT_REST[name]}`)}`;
}

interface Styles {
  inserted: Record<string, string | true | undefined>;
}

/**
 * Renders all styles in one place, because style elements between other elements would count as children in selectors.
 */
const CollectedStyles = withEmotionCache(({ into, children }: { into: Styles; children: ReactNode }, cache) => {
  cache.compat = true;
  into.inserted = cache.inserted;
  return <>{children}</>;
});
