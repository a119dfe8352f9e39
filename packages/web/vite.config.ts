// Builds the browser's half, and what draws the public pages on the server. The page runs under a strict policy (script-src and style-src 'self'), so
// nothing may be written inline: no module-preload polyfill, no assets turned into data addresses.

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

/** What draws the public pages on the server (`vite build --ssr src/render.tsx`): one file, with everything that it needs. */
const drawing: UserConfig = {
  plugins: [react()],
  // Without the development version of React, whatever NODE_ENV the server runs with.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { target: 'node24', copyPublicDir: false, rolldownOptions: { output: { codeSplitting: false } } },
}

const browser: UserConfig = {
  plugins: [react(), tailwindcss()],
  build: {
    // The last Chrome and Firefox for Windows 7, which counters still run, and the Safari of that time.
    target: ['chrome109', 'firefox115', 'safari16.4'],
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    // Dozens of tiny shared files compress badly: what every signed-in screen needs comes as two files,
    // and what the three screens of the counter need at first as a third.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'ground',
              test: /packages\/contract\/src\/(limits|address)\.|packages\/web\/src\/(paths|lib\/(clock|when-idle|open-dialog)|api\/(meta|session))\./,
            },
            {
              name: 'notes',
              test: /packages\/web\/src\/ui\/(Badge|Card|Notice|toast)\./,
            },
            {
              name: 'calls',
              test: /node_modules\/zod\/|packages\/contract\/src\/(endpoint|failure|list|logout|money|time|token|wire)\.|packages\/web\/src\/api\/client\./,
            },
            { name: 'router', test: /node_modules\/react-router\// },
            {
              name: 'office',
              test: /node_modules\/@tanstack\/(?!.*InfiniteQuery)(?!.*infiniteQueryObserver)|packages\/contract\/src\/list\.|packages\/web\/src\/(api\/hooks|layout\/(BackOffice|TopBar|SideMenu|PaletteButton|RequireSession|HeaderSlot|menu)|lib\/(own-memory|url-value)|ui\/(EmptyState|use-wide-screen)|list\/(DataTable|DataTableGrid|DataTableCards|Pager|SearchBox|table-column))\./,
            },
            // The first file names every other one: the small ones that several screens share come together.
            {
              name: 'dialogs',
              test: /packages\/web\/src\/(ui\/(ConfirmDialog|FormModal)|layout\/ConfirmActionDialog)\./,
            },
            {
              name: 'list-extras',
              test: /packages\/web\/src\/(list\/(list-extras|list-file|moment-value|AllRows|ColumnChoice|DaysChoice|FileProgress|Narrowed|csv|xlsx|use-slice)|sale\/sold-values|lib\/(periods|save-file)|ui\/Choice)\./,
            },
            {
              name: 'counter',
              test: /packages\/contract\/src\/(electricity|sales|token)\.|packages\/web\/src\/(list\/(list-window|list-view|ListTable|ListToolbar|Moment)|sale\/electricity\/(CashPowerPage|SalesTable|CounterFigures|words|sale-rows|known-meters|trade|load-on-demand))\.|packages\/web\/src\/sale\/(AlsoHere|CounterDesk|OpenSalesStrip|OutcomeNotices|TotalsGroup|UtilityBadge|counter-keys|load-on-demand|low-float|own-memory|products|sale-end|sold-columns|use-counter|use-counter-keys|use-open-sales|use-printer|use-sale-desk|words|endings\/electricity)\./,
            },
          ],
        },
      },
    },
  },
}

/** Where `npm run dev` runs the server. */
const server = process.env['FLEXPOWER_DEV_SERVER'] ?? ''

/** What the server writes into the head of every page, so that pages from the sources have it too. */
const headFromServer: Plugin = {
  name: 'head-from-server',
  apply: 'serve',
  async transformIndexHtml(html) {
    const page = await (await fetch(`${server}/login`, { headers: { accept: 'text/html' } })).text()
    // An empty page is drawn by the browser alone.
    return html
      .replace('<!--{{page}}-->', '')
      .replaceAll(
        /<meta name="([\w-]+)" content="\{\{[\w-]+\}\}" \/>/g,
        (all, name: string) => new RegExp(`<meta name="${name}" content="[^"]*" />`).exec(page)?.[0] ?? all,
      )
  },
}

const development: UserConfig = {
  plugins: [...(browser.plugins ?? []), headFromServer],
  // Public pages are drawn by the server in the product; from the sources the browser draws them.
  server: { proxy: { '/flexpower/': server }, host: '127.0.0.1' },
}

export default defineConfig(({ command, isSsrBuild }) => {
  if (command === 'serve') return development
  return isSsrBuild === true ? drawing : browser
})
