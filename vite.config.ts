import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: 'app/router.tsx',
        routesDirectory: 'routes',
        generatedRouteTree: 'app/route-tree.gen.ts',
        addExtensions: true,
        quoteStyle: 'single',
        semicolons: true,
      },
      client: { entry: 'app/client.tsx' },
      server: { build: { inlineCss: true } },
    }),
    react(),
  ],
  build: { target: 'es2022' },
});
