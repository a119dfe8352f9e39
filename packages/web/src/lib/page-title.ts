// The document's title, `Login · FlexPower`; the screen comes first because tabs cut the end off.
import { useEffect } from 'react'
import { site } from '../api/site.ts'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${site.productName}`
  }, [title])
}
