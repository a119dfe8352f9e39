// The way to what Cash Power does not need at first. It is fetched once, when the page has settled or at the first press.
import { loadChunk } from '../../lib/lazy-page.ts'

export const loadOnDemand = () => loadChunk(() => import('./on-demand.ts'))
