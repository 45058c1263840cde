/** What most of a page is set in. */
const FONT = /inter-latin-wght-normal-[^/]*\.woff2$/;

/**
 * The fonts' few lines stand in the page itself: a file of their own would keep the first picture waiting for it, and
 * every screen that comes later would look for it again. The font that each page is set in is on its way with the page,
 * whose first look has words before any script has run.
 * @returns {import('vite').Plugin}
 */
export function inlineStyles() {
  /** @type {string[]} */
  let styles = [];
  /** @type {string | undefined} */
  let font;
  return {
    name: 'inline-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      font = Object.keys(bundle).find((fileName) => FONT.test(fileName));
      styles = Object.values(bundle).flatMap((file) => {
        if (file.type === 'chunk') file.viteMetadata?.importedCss.clear();
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) return [];
        delete bundle[file.fileName];
        return [String(file.source).trim()];
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (font === undefined) throw new Error('The build has no font.');
        const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`;
        return {
          html: html.replace('<title>', `${preload}\n    <title>`),
          tags: styles.map((children) => ({ tag: 'style', children, injectTo: /** @type {const} */ ('head') })),
        };
      },
    },
  };
}
