// Builds the browser's half into dist/. The page runs under a strict policy (script-src and style-src 'self'), so
// nothing may be written inline: no module-preload polyfill, no assets turned into data addresses.

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    // The last Chrome and Firefox for Windows 7, which counters still run, and the Safari of that time.
    target: ['chrome109', 'firefox115', 'safari16.4'],
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
  },
})
