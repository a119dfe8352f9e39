// The way to what no screen of the counter needs at first. It is fetched once, when the page has settled or at the first press.
import { loadChunk } from '../lib/lazy-page.ts'

export const loadOnDemand = () => loadChunk(() => import('./on-demand.ts'))
