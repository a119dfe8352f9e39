// Every page of a demo installation says that it is a demo: nobody may mistake its tokens for electricity.
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'

export const DemoBanner = () =>
  site.demo && (
    <aside aria-label="Demo" className="demo-banner">
      <p>
        <b>Demo:</b> pretend money, invented customers
      </p>
      <a href={paths.outbox} className="link">
        Outbox
      </a>
    </aside>
  )
