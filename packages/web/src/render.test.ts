import { afterAll, expect, test } from 'vitest'
import { showSite, site as defaultSite } from './api/site.ts'
import { drawNotFound, drawPages, hasPage } from './render.tsx'

const site = {
  productName: 'Kombo <Power>',
  utilityName: 'Brikama Electric',
  companyName: 'Bah & "Sons" </script>',
  address: '1 Mosque Road, Brikama',
  supportEmail: 'help@kombo.gm',
  phones: ['+220 111 1111', '+220 222 2222'],
  offices: [
    { town: 'Janjanbureh', place: 'Owens <Street>' },
    { town: 'Kuntaur', place: 'Wharf' },
  ],
  openingHours: { entries: ['Mo-Sa 08:00-20:00'], words: '08:00 to 20:00, Monday to Saturday' },
  demo: false,
  publicUrl: 'https://kombo.gm',
  sendsSms: true,
  year: 2031,
} as const
const shownBefore = defaultSite
const pages = drawPages({ ...site }, 'https://kombo.gm')
// Drawing changes the names that every later test in this process would see.
afterAll(() => showSite(shownBefore))
const pageAt = (path: string) => pages.find((page) => page.path === path)!
/** As a reader sees it. */
const readText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test.each([
  ['/', 'Twenty digits'],
  ['/about', 'About Kombo <Power>'],
  ['/signup', 'Become an agent'],
  ['/login', 'Remember Me'],
  ['/forget', 'a link to choose a new password comes by email'],
])('%s can be read without a script', (path, text) => {
  expect(readText(pageAt(path).body)).toContain(text)
  expect(pageAt(path).head).toMatch(/^<title>.+ · Kombo &lt;Power&gt;<\/title>/)
})

test('P-03 every name, address and phone is the installation’s, escaped, and none is the product’s default', () => {
  const home = pageAt('/').body
  for (const shown of [
    'Bah & "Sons" </script>',
    site.address,
    site.supportEmail,
    ...site.phones,
    '© 2031',
    'Brikama Electric',
  ])
    expect(readText(home)).toContain(shown)
  expect(home).toContain('href="tel:+2201111111"')
  for (const { head, body } of pages) {
    expect(head + body).not.toMatch(/FlexPower|NAWEC|Kairaba Avenue|Banjul|Basse|all day/)
    expect(body).not.toMatch(/<script|<Power>|Demo:/)
  }
  expect(drawPages({ ...site, demo: true }, 'https://kombo.gm')[0]!.body).toContain('Demo:')
})

test('R-06 the offices and their hours are the installation’s, on every page and in every head that names them', () => {
  for (const path of ['/', '/about']) {
    const shown = readText(pageAt(path).body)
    for (const text of [
      'JanjanburehOwens <Street>',
      'KuntaurWharf',
      'Open 08:00 to 20:00, Monday to Saturday',
    ])
      expect(shown).toContain(text)
  }
  expect(readText(pageAt('/about').body)).toContain(
    'offices throughout the country and is open 08:00 to 20:00, Monday to Saturday.',
  )
  expect(pageAt('/about').head).toContain('from Janjanbureh to Kuntaur that are open 08:00 to 20:00')
})

test('too many offices for the river picture are listed in rows without it', () => {
  const offices = Array.from({ length: 9 }, (_, at) => ({ town: `Town ${at}`, place: 'Market' }))
  const river = /viewBox="0 0 1120 40"/
  expect(pageAt('/').body).toMatch(river)
  const [home] = drawPages({ ...site, offices }, 'https://kombo.gm')
  expect(home!.body).not.toMatch(river)
  expect(readText(home!.body)).toContain('Town 8Market')
})

test('a page has its own URL and description, for search engines and social media', () => {
  const { head } = pageAt('/about')
  expect(head).toContain('<link rel="canonical" href="https://kombo.gm/about"/>')
  expect(head).toContain('<meta property="og:url" content="https://kombo.gm/about"/>')
  expect(head).toContain('<meta property="og:image" content="https://kombo.gm/social.png"/>')
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  const descriptions = pages.map((page) => /name="description" content="([^"]{50,160})"/.exec(page.head)?.[1])
  expect(new Set(descriptions).size).toBe(pages.length)
  expect(pageAt('/forget')).toMatchObject({ isForSearch: false, head: expect.stringContaining('noindex') })
})

test('the home page says who runs it as structured data, which no name can break out of', () => {
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(pageAt('/').head)![1]!
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Bah & "Sons" </script>',
    url: 'https://kombo.gm/',
    telephone: site.phones,
    address: { streetAddress: site.address, addressCountry: 'GM' },
    location: [
      { address: { addressLocality: 'Janjanbureh', streetAddress: 'Owens <Street>' } },
      { address: { addressLocality: 'Kuntaur', streetAddress: 'Wharf' } },
    ],
    openingHours: ['Mo-Sa 08:00-20:00'],
  })
  expect(pageAt('/about').head).not.toContain('ld+json')
})

test('every page that is drawn is known to the server', () => {
  for (const { path } of pages) expect(hasPage(path, false), path).toBe(true)
  expect(hasPage('/nowhere', false)).toBe(false)
})

test('nothing is drawn that the content policy forbids', () => {
  for (const { body } of pages) expect(body).not.toMatch(/ style="| on\w+="|javascript:/)
})

test('R-25 a path without a page says so without a script, under the installation’s name, with a link home', () => {
  const { head, body } = drawNotFound({ ...site })
  expect(head).toBe('<title>Error · Kombo &lt;Power&gt;</title><meta name="robots" content="noindex"/>')
  expect(readText(body)).toMatch(
    /Unexpected Application Error!404 Not FoundThere is no page at this address\./,
  )
  expect(body).toMatch(/<a [^>]*href="\/">Go to the start/)
})
