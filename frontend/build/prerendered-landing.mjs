import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf } from './first-files.mjs';
import { buildForNode } from './for-node.mjs';

const ENTRY = 'src/landing.tsx';
const DRAWN_BY = 'src/features/landing/prerender.tsx';

/**
 * Writes `landing.html`: the app's page with the prerendered landing page. The browser shows it before any script has
 * loaded, and loads only the few scripts that hydrate it instead of the whole app.
 * @returns {import('vite').Plugin}
 */
export function prerenderedLanding() {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'prerendered-landing',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle);
        const entry = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(ENTRY));
        const page = bundle['index.html'];
        if (entry?.type !== 'chunk' || page?.type !== 'asset') throw new Error('There is no landing page.');
        const drawn = await draw(config);
        const scripts = [
          `<script type="module" crossorigin src="/${entry.fileName}"></script>`,
          ...[
            ...filesOf(
              entry.imports.flatMap((name) => bundle[name] ?? []),
              bundle,
            ),
          ].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
        ];
        const source = String(page.source)
          .replaceAll(/\s*<script type="module".*?<\/script>|\s*<link rel="modulepreload".*?>/g, '')
          .replace('</head>', () => `${scripts.join('')}</head>`)
          .replace('<div id="root"></div>', () => `<div id="root">${drawn}</div>`);
        if (!source.includes(drawn)) throw new Error('index.html has no empty #root.');
        this.emitFile({ type: 'asset', fileName: 'landing.html', source });
      },
    },
  };
}

/**
 * Builds the landing page's components for Node and renders them. @param {import('vite').ResolvedConfig} config
 * @returns {Promise<string>}
 */
async function draw(config) {
  // The folder is beside Vite's cache, so that Node finds the packages that the built file imports.
  const around = path.dirname(config.cacheDir);
  mkdirSync(around, { recursive: true });
  const outDir = mkdtempSync(path.join(around, 'storyreel-landing-'));
  try {
    await buildForNode(config, { entry: DRAWN_BY, outDir, file: 'prerender.mjs' });
    const { prerender } = await import(pathToFileURL(path.join(outDir, 'prerender.mjs')).href);
    return prerender();
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
