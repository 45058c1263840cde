import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { buildTargets, namedBrowsers } from './build/browsers.mjs';
import { compressedFiles } from './build/compressed-files.mjs';
import { firstFiles } from './build/first-files.mjs';
import { firstLook } from './build/first-look.mjs';
import { inlineStyles } from './build/inline-styles.mjs';
import { prerenderedLanding } from './build/prerendered-landing.mjs';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const isContract = (id: string): boolean => /contracts[\\/]src[\\/].+[\\/].+\.ts$/.test(id);
const needsZod = (id: string): boolean => readFileSync(id, 'utf8').includes("from 'zod'");
/** Modules of the chunk `basics`: icons have only some hundred bytes each, and the landing page needs two contracts. */
const isBasic = (id: string): boolean =>
  /rolldown[\\/]runtime|node_modules[\\/]lucide-react[\\/]|contracts[\\/]src[\\/](money[\\/]amount|accounts[\\/]sign-in-address)\.ts$/.test(
    id,
  );
/** Modules that the landing page shares with the app. */
const isOfVisitors = (id: string): boolean =>
  /node_modules[\\/](@emotion|stylis|@floating-ui|@radix-ui[\\/]react-tooltip)[\\/]/.test(id) ||
  /frontend[\\/]src[\\/](ui[\\/](Button|Logo|ThemeToggle|Tooltip|theme|tokens)|platform[\\/](session[\\/]session-channel|store|useDocumentTitle))\.tsx?$/.test(
    id,
  );
const isOfLanding = (id: string): boolean => /frontend[\\/]src[\\/](landing\.tsx|features[\\/]landing[\\/])/.test(id);
/** Modules that only some screens of a project use. */
const HEAVY = /ui[\\/](Chart|DatePicker|NumberInput|Tabs|useVirtualRows)\./;
const isOfProjects = (id: string): boolean =>
  (/frontend[\\/]src[\\/](ui|platform|features[\\/]projects)[\\/](?!RecentlyDeletedDialog)/.test(id) &&
    !HEAVY.test(id)) ||
  /node_modules[\\/]@dnd-kit[\\/]/.test(id);
const isOfScenes = (id: string): boolean =>
  /frontend[\\/]src[\\/](ui|features[\\/](scenes|pictures|uploads|zaps|styles))[\\/](?!light-table|StylesScreen|StyleDialog|ReadyMadeStyles)/.test(
    id,
  );
const backend = `http://127.0.0.1:${process.env.STORYREEL_API_PORT ?? '3000'}`;

export default defineConfig({
  root: file('.'),
  plugins: [
    react({ jsxImportSource: '@emotion/react' }),
    namedBrowsers(),
    inlineStyles(),
    firstFiles(),
    prerenderedLanding(),
    firstLook(),
    compressedFiles(),
  ],
  resolve: {
    alias: [
      // Uses the contracts' source instead of the built package: the bundle is smaller, and a change in the source
      // reloads the page.
      { find: '@storyreel/contracts', replacement: file('../contracts/src/index.ts') },
      { find: /^zod$/, replacement: file('./src/platform/zod.ts') },
    ],
  },
  server: {
    proxy: {
      '/api': { target: backend, changeOrigin: false },
      '/share/': { target: backend, changeOrigin: false },
      '^/(login|signup)$': { target: backend, changeOrigin: false },
      '/socket.io': { target: backend, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: buildTargets(),
    rolldownOptions: {
      input: { index: file('./index.html'), landing: file('./src/landing.tsx') },
      treeshake: {
        // Modules of the app only define things (main.tsx starts them, platform/zod.ts configures zod), so unused
        // exports of ui/index.ts can be dropped from each screen.
        moduleSideEffects: [
          { test: /[\\/](frontend|contracts)[\\/]src[\\/](?!main\.tsx|platform[\\/]zod\.ts)/, sideEffects: false },
        ],
      },
      output: {
        // Dynamic imports split the code by route. Modules that all routes share get a file of their own, which stays
        // cached for long.
        codeSplitting: {
          groups: [
            // A browser opens six connections, so the modules that every page needs are put into fewer files than that.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 20,
            },
            // The first load needs no zod: schemas load with the first response (see platform/lazy/lazy-schema.ts).
            { name: 'basics', test: isBasic, priority: 10 },
            { name: 'contracts', test: (id) => isContract(id) && !needsZod(id), priority: 9 },
            { name: 'schemas', test: (id) => isContract(id) || /node_modules[\\/]zod[\\/]/.test(id), priority: 5 },
            { name: 'visitors', test: isOfVisitors, priority: 8 },
            { name: 'first', test: (id) => !isOfLanding(id), tags: ['$initial'], priority: 3 },
            // Modules that several of a project's screens share load with the first of these screens as one file, since
            // three dozen small files would queue on a slow connection.
            { name: 'projects', test: isOfProjects, minShareCount: 2, priority: 2 },
            { name: 'scenes', test: isOfScenes, minShareCount: 2, priority: 1 },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
