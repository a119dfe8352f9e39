// The frame of the pages in front of the door: the form on the left, on wide screens a wall of digits beside it in which
// one token is lit.
import type { ReactNode } from 'react'
import { site } from '../api/site.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { phoneLink } from '../api/site.ts'
import { paths } from '../paths.ts'
import { DemoBanner } from '../layout/DemoBanner.tsx'
import { Brand } from '../ui/Brand.tsx'
import { TokenWall } from './TokenWall.tsx'

export function EntranceLayout({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className="flex min-h-dvh flex-col">
      <DemoBanner />
      <div className="grid flex-1 md:grid-cols-2">
        <div className="flex flex-col items-start px-4 pt-3 pb-6 md:px-[clamp(16px,6vw,88px)] md:pt-6">
          <header>
            <a href={paths.home} className="rounded">
              <Brand name={site.productName} />
            </a>
          </header>
          <main className="mt-8 mb-auto grid w-full gap-5 md:my-auto md:max-w-96 md:py-8">
            <h1 className="mb-1 text-3xl font-semibold tracking-[-0.02em]">{title}</h1>
            {children}
          </main>
          <footer className="text-sm text-ink-3">
            Locked out? Call{' '}
            <a href={phoneLink(site.phones[0])} className="hover:underline">
              {site.phones[0]}
            </a>
            .
          </footer>
        </div>
        <TokenWall />
      </div>
    </div>
  )
}
