import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf } from './first-files.mjs';
import { buildForNode } from './for-node.mjs';

const ENTRY = 'src/landing.tsx';
const DRAWN_BY = 'src/features/landing/prerender.tsx';

/**
 * Writes `landing.html`: the page of the app with the landing page drawn in it, which a browser shows before any script
 * has come, and with the few scripts that bring it to life instead of the app's.
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

/** Builds the page's components for Node and runs them. @param {import('vite').ResolvedConfig} config @returns {Promise<string>} */
async function draw(config) {
  // Within reach of the packages that it imports.
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
