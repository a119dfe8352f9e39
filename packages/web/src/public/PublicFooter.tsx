// The foot of the public site: who runs it, how to reach them, where to go (P-03). All of it is configuration.
import { site } from '../api/site.ts'
import { phoneLink } from '../api/site.ts'
import { paths } from '../paths.ts'
import { Brand } from '../ui/Brand.tsx'
import { CONTAINER } from './container.ts'

const HEADING = 'text-sm leading-11 font-medium text-ink-3'
const LINK = 'flex min-h-11 items-center rounded-sm hover:underline md:min-h-8'

export const PublicFooter = () => (
  <footer className="pt-12 pb-6">
    <div
      className={`${CONTAINER} grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-4 gap-y-8 md:gap-8 md:grid-cols-[minmax(0,1fr)_240px_160px]`}
    >
      <div className="col-span-full md:col-auto">
        <a href={paths.home} className="rounded">
          <Brand name={site.productName} />
        </a>
        <p className="mt-2 font-semibold">{site.companyName}</p>
        <address className="max-w-64 text-ink-2 not-italic">{site.address}</address>
        <a href={paths.about} className={`${LINK} w-fit`}>
          About {site.productName}
        </a>
      </div>
      <section aria-labelledby="foot-support">
        <h2 id="foot-support" className={HEADING}>
          Support
        </h2>
        <ul>
          <li>
            <a href={`mailto:${site.supportEmail}`} className={`${LINK} wrap-anywhere`}>
              {site.supportEmail}
            </a>
          </li>
          {site.phones.map((phone) => (
            <li key={phone}>
              <a href={phoneLink(phone)} className={LINK}>
                {phone}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <nav aria-labelledby="foot-navigation">
        <h2 id="foot-navigation" className={HEADING}>
          Navigation
        </h2>
        <ul>
          <li>
            <a href={paths.home} className={LINK}>
              Home
            </a>
          </li>
          <li>
            <a href={paths.contact} className={LINK}>
              Contact
            </a>
          </li>
        </ul>
      </nav>
    </div>
    <p className={`${CONTAINER} mt-8 pt-6 text-sm text-ink-2`}>
      © {site.year} {site.companyName}
    </p>
  </footer>
)
