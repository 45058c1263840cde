import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const isContract = (id: string): boolean => /contracts[\\/]src[\\/].+[\\/].+\.ts$/.test(id);
const needsZod = (id: string): boolean => readFileSync(id, 'utf8').includes("from 'zod'");
const backend = `http://127.0.0.1:${process.env.STORYREEL_API_PORT ?? '3000'}`;

export default defineConfig({
  root: file('.'),
  plugins: [react({ jsxImportSource: '@emotion/react' })],
  resolve: {
    alias: [
      // The source instead of the built package: smaller, and a change in it reloads the page.
      { find: '@storyreel/contracts', replacement: file('../contracts/src/index.ts') },
      { find: /^zod$/, replacement: file('./src/platform/zod.ts') },
    ],
  },
  server: {
    proxy: {
      '/api': { target: backend, changeOrigin: false },
      '/socket.io': { target: backend, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      treeshake: {
        // Our modules only define things (main.tsx starts them, platform/zod.ts sets zod up), so a screen gets just what
        // it uses of ui/index.ts.
        moduleSideEffects: [
          { test: /[\\/](frontend|contracts)[\\/]src[\\/](?!main\.tsx|platform[\\/]zod\.ts)/, sideEffects: false },
        ],
      },
      output: {
        // Split by route through the dynamic imports; what every route shares keeps its own long-lived file.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/](?!react-virtual|virtual-core)/, priority: 15 },
            // The first load does without zod: schemas come with the first answer (see domains/*/schemas.ts).
            { name: 'words', test: (id) => isContract(id) && !needsZod(id), priority: 10 },
            { name: 'schemas', test: (id) => isContract(id) || /node_modules[\\/]zod[\\/]/.test(id), priority: 5 },
            // What so many screens and tabs share is on its way with the first of them: one file instead of two dozen
            // small ones, which travel as they are.
            { name: 'shared', minShareCount: 8 },
          ],
        },
      },
    },
  },
});
