// Builds the browser's code, and the module that draws the public pages on the server. The page has a strict policy
// (script-src and style-src 'self'), so nothing may be inline: no module-preload polyfill, no assets as data URLs.

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'

/**
 * The module that draws the public pages on the server (`vite build --ssr src/render.tsx`): one file with everything it needs.
 */
const drawing: UserConfig = {
  plugins: [react()],
  // Never the development version of React, whatever NODE_ENV the server runs with.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { target: 'node24', copyPublicDir: false, rolldownOptions: { output: { codeSplitting: false } } },
}

/** A folder of parts that some pages need, or that load later: `list/later/csv.ts` is in the chunk `list-later`. */
const FOLDERS = /\/packages\/web\/src\/(ui\/[a-z]+|(?:form|lib)(?:\/[a-z]+)?|[a-z/]+\/later)\/[^/]+$/
/** The parts of the design system that every page needs. */
const UI = /\/packages\/web\/src\/ui\/[^/]+$/
const ROUTER = /\/packages\/web\/src\/router\//
/** What every signed-in screen needs. */
const OFFICE = /\/node_modules\/@tanstack\/|\/packages\/web\/src\/(?:api\/hooks|list|layout)\/[^/]+$/
const CALLS = /\/node_modules\/zod\/|\/packages\/contract\/src\/|\/packages\/web\/src\/api\/[^/]+$/
/** Not its folders: what they have is loaded with the screens that need it. */
const CONTRACT = /\/packages\/contract\/src\/[^/]+$/
const COUNTER = /\/packages\/web\/src\/sale\//

/**
 * Whether it belongs to the first file: everything that main.tsx imports, the parts of the contract without codecs, and
 * what every page needs of the design system.
 */
function isFirst(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  const module = context.getModuleInfo(id)
  if (module === null || seen.has(id)) return false
  if (UI.test(id)) return true
  seen.add(id)
  if (CONTRACT.test(id)) return module.importedIds.length === 0
  return module.isEntry || module.importers.some((importer) => isFirst(importer, context, seen))
}

/**
 * Many tiny shared files compress badly, so a folder is a chunk, and some folders are combined. The rules name folders
 * and libraries, no files. Everything else, mainly the pages, is split by the bundler.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: (id, context) => (isFirst(id, context) ? 'first' : null), debugName: 'first' },
  { name: (id) => FOLDERS.exec(id)?.[1]?.replaceAll('/', '-') ?? null, debugName: 'folders' },
  { name: 'router', test: ROUTER },
  { name: 'office', test: OFFICE },
  // Only the part of the contract that many screens need; the calls of one screen load with it.
  { name: 'calls', test: CALLS, minShareCount: 18 },
  // Only what the screens of several products share; the rest loads with its screen.
  { name: 'counter', test: COUNTER, minShareCount: 3 },
]

/**
 * Chromium compiles every function of such a file while it arrives, beside the page, and not when it is first called. On
 * a slow counter that is a third of the script's time (`npm run bench -- pages`). Other browsers read a comment.
 */
const SMALL_FILE = 4000
const compileAhead: Plugin = {
  name: 'compile-ahead',
  generateBundle: {
    // The line must be the first one, and Vite itself writes one before what the bundler wrote.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.code.length > SMALL_FILE)
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

const browser: UserConfig = {
  plugins: [react(), tailwindcss(), compileAhead],
  build: {
    // The last Chrome and Firefox for Windows 7, which counters still use, and Safari from that time.
    target: ['chrome109', 'firefox115', 'safari16.4'],
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
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
  plugins: [react(), tailwindcss(), headFromServer],
  // In production the server draws public pages; from the sources the browser draws them.
  server: { proxy: { '/flexpower/': server }, host: '127.0.0.1' },
}

export default defineConfig(({ command, isSsrBuild }) => {
  if (command === 'serve') return development
  return isSsrBuild === true ? drawing : browser
})
