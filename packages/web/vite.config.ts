// Builds the browser's code, and the module that draws the public pages on the server. The page has a strict policy
// (script-src and style-src 'self'), so nothing may be inline: no module-preload polyfill, no assets as data URLs.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, transformWithOxc, type UserConfig } from 'vite'

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
const OFFICE =
  /\/node_modules\/@tanstack\/(?!.*\/(?:useInfiniteQuery|infiniteQueryObserver)\.js$)|\/packages\/web\/src\/(?:api\/hooks|list|layout)\/[^/]+$/
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

/** Every page loads the names of the files that it may need: 42 bits of a hash tell two versions of one file apart. */
const NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/**
 * The files that a page needs are requested together with it, but for those that the document of a signed-in screen links
 * to. What a page loads when it is idle finds its files by itself: each request made by hand takes a slow counter 3 ms, in
 * one piece.
 */
const dropLoaded = (_: string, files: string[], host: { hostId: string; hostType: string }) => {
  if (host.hostType === 'html') return files
  if (/\/(?:office|counter)-[^/]+$/.test(host.hostId)) return []
  return files.filter((file) => !/\/(?:index|router|office)-[^/]+$/.test(file))
}

/** What a counter needs without a network: its screens, what they load later, the login, and everything around them. */
const OFFLINE =
  /\/packages\/web\/src\/(?:(?:main|admin-routes)\.tsx|router\/|sale\/|layout\/|session\/(?:later|LoginPage)|ui\/later\/)/

/** The files with such modules, and all that they import. */
function listOffline(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set(Object.keys(bundle).filter((name) => name.endsWith('.css')))
  const add = (name: string): void => {
    const file = bundle[name]
    if (files.has(name) || file?.type !== 'chunk') return
    files.add(name)
    for (const imported of file.imports) add(imported)
  }
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => OFFLINE.test(id))) add(file.fileName)
  return Array.from(files, (name) => `/${name}`).toSorted()
}

/** The pages whose code a browser requests together with the first file, and not only when that has run. */
const SCREENS =
  /\/packages\/web\/src\/(?:layout\/BackOffice|router\/RouterView|(sale\/electricity\/ElectricityPage))\.tsx$/

/**
 * Links to the code of the back office and of the counter. The server leaves them out of the public pages, and those of
 * the counter out of the other screens.
 */
const requestEarly: Plugin = {
  name: 'request-early',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const links = new Map<string, 'screens' | 'counter'>()
      const add = (name: string, where: 'screens' | 'counter'): void => {
        const file = bundle[name]
        if (file?.type !== 'chunk' || file.isEntry || links.get(name) === 'screens') return
        links.set(name, where)
        for (const imported of file.imports) add(imported, where)
      }
      for (const file of Object.values(bundle)) {
        const screen =
          file.type === 'chunk' && SCREENS.exec(file.moduleIds.find((id) => SCREENS.test(id)) ?? '')
        if (screen) add(file.fileName, screen[1] === undefined ? 'screens' : 'counter')
      }
      return Array.from(links, ([name, where]) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}`, 'data-for': where },
        injectTo: 'head' as const,
      }))
    },
  },
}

const WORKER = new URL('src/worker/service-worker.ts', import.meta.url).pathname

/** `/sw.js` with the names of those files, and the links by which a browser can install the application. */
const installable: Plugin = {
  name: 'installable',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icon-192.png' }, injectTo: 'head' },
  ],
  generateBundle: {
    // Vite drops the files that had nothing but styles before that.
    order: 'post',
    async handler(_, bundle) {
      const files = JSON.stringify(listOffline(bundle))
      const version = createHash('sha256').update(files).digest('hex').slice(0, 12)
      const { code } = await transformWithOxc(readFileSync(WORKER, 'utf8'), WORKER)
      const source = `const VERSION = '${version}'\nconst FILES = ${files}\n${code}`
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  },
}

const browser: UserConfig = {
  plugins: [react(), tailwindcss(), compileAhead, requestEarly, installable],
  build: {
    // The last Chrome and Firefox for Windows 7, which counters still use, and Safari from that time.
    target: ['chrome109', 'firefox115', 'safari16.4'],
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // A later style sheet makes the browser style the whole page again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false, resolveDependencies: dropLoaded },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { ...NAMES, codeSplitting: { includeDependenciesRecursively: false, groups } },
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

/**
 * In place of the worker that an earlier `npm start` has left in this browser, which would answer with what was built
 * then: it removes itself, and its pages are loaded again.
 */
const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await self.registration.unregister()
  for (const page of await self.clients.matchAll()) void page.navigate(page.url)
})()))`
const withoutWorker: Plugin = {
  name: 'without-worker',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use('/sw.js', (_, answer) => {
      answer.setHeader('content-type', 'text/javascript')
      answer.end(NO_WORKER)
    })
  },
}

const development: UserConfig = {
  plugins: [react(), tailwindcss(), headFromServer, withoutWorker],
  // In production the server draws public pages; from the sources the browser draws them.
  server: { proxy: { '/flexpower/': server }, host: '127.0.0.1' },
}

export default defineConfig(({ command, isSsrBuild }) => {
  if (command === 'serve') return development
  return isSsrBuild === true ? drawing : browser
})
