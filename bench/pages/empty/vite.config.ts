import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The framework's smallest app, built as the site is. */
export default defineConfig({
  plugins: [tanstackStart({ srcDirectory: 'src' }), react()],
  build: { target: 'es2022' },
});
