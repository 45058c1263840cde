import react from '@vitejs/plugin-react';
import { build } from 'vite';

/**
 * Builds components of the app for Node, which prerenders pages with them.
 * @param {import('vite').ResolvedConfig} config of the app
 * @param {{ entry: string, outDir: string, file: string, isWhole?: boolean }} what `isWhole`: one file that imports no
 * package, for a server without the front end's packages
 */
export async function buildForNode({ root, resolve }, { entry, outDir, file, isWhole = false }) {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react({ jsxImportSource: '@emotion/react' })],
    resolve: { alias: [...resolve.alias] },
    ...(isWhole && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      minify: isWhole,
      rolldownOptions: { output: { entryFileNames: file, ...(isWhole && { codeSplitting: false }) } },
    },
  });
}
