// Chromium with a slowed processor, driven by the few calls of its protocol that a measurement needs. Playwright and
// Lighthouse also watch the network, and then the browser records a stack for every request: that was 150 of the 330 ms of
// the first script, and no user waits for it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromiumFlags, ensureBrowser } from '../launch/browser.mjs'

type Values = Record<string, unknown>
type Send = (method: string, values?: Values, sessionId?: string) => Promise<Values>

export interface SlowPage {
  goTo: (url: string) => Promise<void>
  /** The value of an expression in the page. */
  read: <Value>(expression: string) => Promise<Value>
  waitUntil: (expression: string) => Promise<void>
  movePointer: (x: number, y: number) => Promise<void>
  /** Where the pointer is, for as long as a person holds the button. */
  press: () => Promise<void>
  close: () => Promise<void>
}

export interface SlowBrowser {
  /** A page in a context of its own, with nothing in its cache; the script runs there before anything else. */
  open: (url: string, cookies: Record<string, string>, script: string) => Promise<SlowPage>
  close: () => Promise<void>
}

const PRESS_MS = 80
const POLL_MS = 100
const LONGEST_WAIT_MS = 60_000

export async function startSlowBrowser(slower: number): Promise<SlowBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-bench-browser-'))
  const flags = [...chromiumFlags, '--remote-debugging-port=0', `--user-data-dir=${folder}`]
  const child = spawn(await ensureBrowser(), flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const socket = new WebSocket(await readAddress(child))
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const send = speakTo(socket)
  return {
    open: (url, cookies, script) => openPage(send, slower, { url, cookies, script }),
    close: async () => {
      // Debian's program is a script that starts the browser: a signal would end the script alone.
      const ended = new Promise((resolve) => child.once('exit', resolve))
      void send('Browser.close')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Chromium writes it when it is ready. */
const readAddress = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let written = ''
    child.stderr?.on('data', (piece) => {
      written += String(piece)
      const address = /ws:\/\/\S+/.exec(written)?.[0]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`Chromium did not start: ${written}`)))
  })

interface Answer {
  id?: number
  result?: Values
  error?: { message: string }
}

function speakTo(socket: WebSocket): Send {
  const waiting = new Map<number, PromiseWithResolvers<Values>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error } = JSON.parse(String(data)) as Answer
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result ?? {})
  })
  return (method, params = {}, sessionId) => {
    const call = Promise.withResolvers<Values>()
    lastId += 1
    waiting.set(lastId, call)
    socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId && { sessionId }) }))
    return call.promise
  }
}

interface Opening {
  url: string
  cookies: Record<string, string>
  script: string
}

async function openPage(send: Send, rate: number, { url, cookies, script }: Opening): Promise<SlowPage> {
  const { browserContextId } = await send('Target.createBrowserContext')
  const values = Object.entries(cookies).map(([name, value]) => ({ name, value, url }))
  await send('Storage.setCookies', { browserContextId, cookies: values })
  const size = { width: 1280, height: 800 }
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId, ...size })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const tell = (method: string, params: Values) => send(method, params, String(sessionId))
  await tell('Page.enable', {})
  await tell('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })
  await tell('Emulation.setCPUThrottlingRate', { rate })
  await tell('Page.addScriptToEvaluateOnNewDocument', { source: script })
  const read = async <Value>(expression: string) => {
    const { result, exceptionDetails } = await tell('Runtime.evaluate', { expression, returnByValue: true })
    if (exceptionDetails !== undefined)
      throw new Error(`${expression} failed: ${JSON.stringify(exceptionDetails)}`)
    return (result as { value: Value }).value
  }
  let place = { x: 0, y: 0 }
  const point = (type: string, button = {}) => tell('Input.dispatchMouseEvent', { type, ...place, ...button })
  return {
    goTo: async (to) => void (await tell('Page.navigate', { url: to })),
    read,
    waitUntil: async (expression) => {
      const latest = Date.now() + LONGEST_WAIT_MS
      while (!(await read<boolean>(expression))) {
        if (Date.now() > latest) throw new Error(`waited in vain for ${expression}`)
        await sleep(POLL_MS)
      }
    },
    movePointer: async (x, y) => {
      place = { x, y }
      await point('mouseMoved')
    },
    press: async () => {
      await point('mousePressed', { button: 'left', clickCount: 1 })
      await sleep(PRESS_MS)
      await point('mouseReleased', { button: 'left', clickCount: 1 })
    },
    close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
  }
}
