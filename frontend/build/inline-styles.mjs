/** The font of most text on a page. */
const FONT = /inter-latin-wght-normal-[^/]*\.woff2$/;

/**
 * Inlines the few lines of font styles: as a separate file they would delay the first paint, and every later screen
 * would check for that file again. Also preloads the main font, since prerendered pages show text before any script has
 * run.
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
