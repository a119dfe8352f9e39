import { expect, test } from 'vitest'
import { buildMailPage } from './mail-page.ts'

const head = {
  productName: 'Kombo Power',
  companyName: 'Bah & Sons',
  address: '1 Mosque Road',
  supportEmail: 'help@kombo.gm',
  phones: ['+220 111 1111', '+220 222 2222'],
  publicUrl: 'https://kombo.gm',
}
const page = (body: string, subject = 'Hello') => buildMailPage({ subject, body }, head)

test('every message has the same frame: who writes, the message, how to reach them', () => {
  const html = page('One\n\nTwo\nthree')
  expect(html).toContain('>Kombo Power</p>')
  expect(html).toContain('<p>One</p><p>Two<br>three</p>')
  expect(html).toContain(
    '>Bah &amp; Sons, 1 Mosque Road<br>help@kombo.gm · +220 111 1111 · +220 222 2222</p>',
  )
})

test('an address of ours on its own line is a button, and can still be read', () => {
  const address = 'https://kombo.gm/password/reset/aB-9_x?a=1&b=2'
  const html = page(`Choose a password here:\n\n${address}\n\nBye`)
  expect(html).toMatch(
    /<a href="https:\/\/kombo\.gm\/password\/reset\/aB-9_x\?a=1&amp;b=2" style="[^"]+">Open the page<\/a>/,
  )
  expect(html).toContain('>https://kombo.gm/password/reset/aB-9_x?a=1&amp;b=2</p>')
  expect(page('see https://kombo.gm/about now')).toContain(
    '<p>see <a href="https://kombo.gm/about">https://kombo.gm/about</a> now</p>',
  )
})

test.each([
  'https://evil.example/kombo.gm/',
  'https://kombo.gm.evil.example/',
  'https://kombo.gm@evil.example/',
  'javascript:alert(1)',
])('%s is no link of ours, and stays text', (address) => {
  expect(page(address)).not.toContain('<a ')
  expect(page(`Follow ${address} now`)).not.toContain('<a ')
})

test('script in a message is inert, in its text, its subject and its links', () => {
  const html = page(
    '<script>alert(1)</script> "hi" & <img src=x onerror=alert(1)> https://kombo.gm/"onclick="alert(1)',
    '</title><script>alert(1)</script>',
  )
  expect(html).toContain('<p>&lt;script&gt;alert(1)&lt;/script&gt; &quot;hi&quot; &amp; &lt;img ')
  expect(html).toContain('href="https://kombo.gm/&quot;onclick=&quot;alert(1)"')
  expect(html).not.toMatch(/<script|<img/)
})
