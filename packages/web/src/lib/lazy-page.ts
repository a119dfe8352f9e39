// Loads pages and parts of pages when they are needed, or when the browser is idle. A chunk that does not arrive within 120
// s or cannot be loaded fails with the specification's message, so that the error page can show it and offer a retry.
import { CHUNK_TIMEOUT_MS } from '@flexpower/contract'
import { type ComponentType, createElement, lazy, startTransition, useEffect, useState } from 'react'

export type ChunkFailureType = 'timeout' | 'missing'

export class ChunkFailure extends Error {
  override name = 'ChunkFailure'
  readonly type: ChunkFailureType

  constructor(type: ChunkFailureType, options?: ErrorOptions) {
    super(`Loading chunk failed (${type})`, options)
    this.type = type
  }
}

/** Calls back after that many milliseconds; the returned function cancels it. */
type Timer = (callback: () => void, ms: number) => () => void

const browserTimer: Timer = (callback, ms) => {
  const handle = setTimeout(callback, ms)
  return () => clearTimeout(handle)
}

export function loadChunk<Module>(
  importer: () => Promise<Module>,
  timer: Timer = browserTimer,
): Promise<Module> {
  return new Promise((resolve, reject) => {
    const cancel = timer(() => reject(new ChunkFailure('timeout')), CHUNK_TIMEOUT_MS)
    importer()
      .then(resolve, (cause: unknown) => reject(new ChunkFailure('missing', { cause })))
      .finally(cancel)
  })
}

/** A page that can read what it shows first before it is drawn, or a layout that can do without its page. */
export type Page = ComponentType & {
  readAhead?: (url: URL) => Promise<void>
  showInstead?: (error: unknown) => Promise<ComponentType>
}

/** How long the code of a page waits for what the page shows first. Then it is drawn without it, and shimmers. */
const READ_AHEAD_MS = 250

/** The `lazy` of a route, from a module and the name of its page. */
export const lazyPage =
  <Name extends string>(name: Name, importer: () => Promise<Record<Name, Page>>) =>
  async (url: URL): Promise<{ Component: Page }> => {
    const Component = (await loadChunk(importer))[name]
    await Promise.race([Component.readAhead?.(url), new Promise((late) => setTimeout(late, READ_AHEAD_MS))])
    return { Component }
  }

/** Loads a part of a page once. It can be loaded in advance, and then it is there at once. */
export interface PartLoader<Module> {
  (): Promise<Module>
  loaded?: Module
}

export function partLoader<Module>(importer: () => Promise<Module>): PartLoader<Module> {
  const load: PartLoader<Module> = async () => (load.loaded ??= await loadChunk(importer))
  return load
}

/**
 * A part of a page that is loaded when it is first drawn. One that is loaded already is drawn with the page: React's own
 * `lazy` would wait, and show nothing for up to 300 ms.
 */
export function lazyPart<Module, Props extends object>(
  load: PartLoader<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  const Awaited = lazy(async () => ({ default: pick(await load()) }))
  return function Part(props: Props) {
    // It stays the same component, or React would draw it anew and lose its state.
    const [Chosen] = useState<ComponentType<Props>>(() => (load.loaded ? pick(load.loaded) : Awaited))
    return createElement(Chosen, props)
  }
}

/**
 * A browser remembers a failed module until the document is closed, and after a release the old document asks for files
 * that are gone. Only a new document really tries again.
 */
export const retryChunk = (): void => window.location.reload()

const LATEST_IDLE_MS = 3000

/** Runs work when the browser is idle, but not later than a deadline. The returned function cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari does not have requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATEST_IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: LATEST_IDLE_MS })
  return () => window.cancelIdleCallback(handle)
}

/**
 * Loads a part that nobody waits for in an idle moment, and says when it is there. Drawing it is a transition: a slow counter
 * does it in slices and answers between them. A page can do without it, and must never fail because of it; the next page
 * tries again.
 */
export function useIdlePart(load: PartLoader<unknown>): boolean {
  const [isLoaded, setLoaded] = useState(load.loaded !== undefined)
  useEffect(
    () =>
      whenIdle(
        () =>
          void load().then(
            () => startTransition(() => setLoaded(true)),
            () => {},
          ),
      ),
    [load],
  )
  return isLoaded
}

/**
 * What the error page says after 'Unexpected Application Error!': the status of a routing error, or the message.
 */
interface StatusError {
  status: number
  statusText: string
}

const isStatusError = (error: unknown): error is StatusError =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  'statusText' in error

export function failureText(error: unknown): string {
  if (isStatusError(error)) return [error.status, error.statusText].join(' ').trim()
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
}
