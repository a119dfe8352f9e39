// What a public page says about itself in its head: for search engines, and for link previews.
import { site } from '../api/site.ts'
import { formatTitle } from '../layout/page-title.ts'
import { paths, type PublicPage } from '../paths.ts'

/** Null: not for search engines. */
const descriptions: Record<PublicPage['path'], (() => string) | null> = {
  [paths.home]: () =>
    'Prepaid electricity, airtime and bill payments in The Gambia: pay at a counter near you and leave with your token.',
  [paths.about]: () =>
    `A nationwide vendor of prepaid electricity in The Gambia, with offices from ${site.offices[0]?.town} to ${site.offices.at(-1)?.town} that are open ${site.openingHours.words}.`,
  [paths.signup]: () =>
    'Sell prepaid electricity, airtime and bill payments from your own counter in The Gambia, and keep a share of every fee.',
  [paths.login]: () => 'Where cashiers and administrators sign in to sell prepaid electricity and airtime.',
  [paths.forget]: null,
}

export const isForSearch = ({ path }: PublicPage): boolean => descriptions[path] !== null

export function Head({ page, origin }: { page: PublicPage; origin: string }) {
  const [title, address] = [formatTitle(page.title), new URL(page.path, origin).href]
  const description = descriptions[page.path]?.()
  if (description === undefined) return <HiddenHead title={title} />
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.productName} />
      <meta property="og:locale" content="en_GM" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={pictureAt(origin)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="Twenty digits on a receipt" />
      <meta name="twitter:card" content="summary_large_image" />
      {page.path === paths.home && <Business origin={origin} />}
    </>
  )
}

/** For a page that search engines leave out. */
export const HiddenHead = ({ title }: { title: string }) => (
  <>
    <title>{title}</title>
    <meta name="robots" content="noindex" />
  </>
)

const pictureAt = (origin: string): string => new URL('/social.png', origin).href

/** Data, not a script: the content policy does not apply to it. */
const Business = ({ origin }: { origin: string }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inScript(businessAt(origin)) }} />
)

/** No configured text can end the element that it is in. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const businessAt = (origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'LocalBusiness',
  name: site.companyName,
  brand: { '@type': 'Brand', name: site.productName },
  url: new URL(paths.home, origin).href,
  image: pictureAt(origin),
  email: site.supportEmail,
  telephone: site.phones,
  address: { '@type': 'PostalAddress', streetAddress: site.address, addressCountry: 'GM' },
  location: site.offices.map(({ town, place }) => ({
    '@type': 'Place',
    name: `${site.productName} ${town}`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: place,
      addressLocality: town,
      addressCountry: 'GM',
    },
  })),
  areaServed: { '@type': 'Country', name: 'The Gambia' },
  openingHours: site.openingHours.entries,
  currenciesAccepted: 'GMD',
})
