// `npm run dev`: the product with reload. The server and the demo run as in `npm start` and restart when one of their
// files is saved. Vite serves the web application from its sources, shows a saved change at once, and forwards every
// call.
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from './free-port.ts'

const project = dirname(import.meta.dirname)
const web = join(project, 'packages', 'web')
const vite = join(
  dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
  'bin',
  'vite.js',
)
const serverPort = String(await freePort())
const run = (args: string[], cwd: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })

const children = [
  run(['--watch', '--watch-preserve-output', 'launch/start.ts', '--keep-web'], project, { PORT: serverPort }),
  run([vite, '--port', process.env['PORT'] ?? '3000', '--strictPort'], web, {
    FLEXPOWER_DEV_SERVER: `http://127.0.0.1:${serverPort}`,
  }),
]
/** One is of no use without the other. */
for (const child of children)
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode ??= code ?? 0
  })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
