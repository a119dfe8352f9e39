// The document's title, `Login · FlexPower`. The screen comes first, because tabs cut off the end.
import { useEffect } from 'react'
import { site } from '../api/site.ts'

export const formatTitle = (title: string): string => `${title} · ${site.productName}`

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = formatTitle(title)
  }, [title])
}
