// Every page of a demo installation says that it is a demo: nobody may mistake its tokens for electricity.
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'

export const DemoBanner = () =>
  site.demo && (
    <aside
      aria-label="Demo"
      className="flex min-h-9 items-center justify-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-sm text-ink-2"
    >
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-spark" />
      <p>
        <b className="font-semibold text-ink">Demo:</b> pretend money, invented customers
      </p>
      <a href={paths.outbox} className="link -my-3 inline-flex min-h-11 items-center">
        Outbox
      </a>
    </aside>
  )
