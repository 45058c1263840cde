/**
 * The fonts' few lines stand in the page itself: a file of their own would keep the first picture waiting for it, and
 * every screen that comes later would look for it again.
 * @returns {import('vite').Plugin}
 */
export function inlineStyles() {
  /** @type {string[]} */
  let styles = [];
  return {
    name: 'inline-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      styles = Object.values(bundle).flatMap((file) => {
        if (file.type === 'chunk') file.viteMetadata?.importedCss.clear();
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) return [];
        delete bundle[file.fileName];
        return [String(file.source).trim()];
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => styles.map((children) => ({ tag: 'style', children, injectTo: /** @type {const} */ ('head') })),
    },
  };
}
