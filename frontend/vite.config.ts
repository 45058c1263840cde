import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const backend = `http://127.0.0.1:${process.env.STORYREEL_API_PORT ?? '3000'}`;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react({ jsxImportSource: '@emotion/react' })],
  resolve: {
    // The source instead of the built package: smaller, and a change in it reloads the page.
    alias: { '@storyreel/contracts': fileURLToPath(new URL('../contracts/src/index.ts', import.meta.url)) },
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
        // Our modules only define things (main.tsx starts them), so a screen gets just what it uses of ui/index.ts.
        moduleSideEffects: [{ test: /[\\/](frontend|contracts)[\\/]src[\\/](?!main\.tsx)/, sideEffects: false }],
      },
      output: {
        // Split by route through the dynamic imports; what every route shares keeps its own long-lived file.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/](?!react-virtual|virtual-core)/, priority: 15 },
          ],
        },
      },
    },
  },
});
