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
    // Dozens of tiny shared files compress badly: what every signed-in screen needs comes as two files.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'router', test: /node_modules\/react-router\// },
            {
              name: 'office',
              test: /node_modules\/@tanstack\/|packages\/contract\/src\/list\.|packages\/web\/src\/(api\/hooks|lib\/(own-memory|url-value|open-dialog)|shell\/(BackOffice|TopBar|SideMenu|PaletteButton|RequireSession|HeaderSlot|menu)|ui\/(Card|EmptyState|DataTable|DataTableGrid|DataTableCards|Pager|SearchBox|Badge|use-wide-screen|table-column))\./,
            },
          ],
        },
      },
    },
  },
})
