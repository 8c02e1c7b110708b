import { expect, test } from 'vitest'
import { contentPolicy, hashOf, takeMarks } from './contentPolicy.ts'

const page = `<head><script nonce="m">own()</script><style nonce="m">a{}</style><link rel="modulepreload" nonce="m" href="/a.js"/></head>
<script>foreign()</script><script nonce="other">guessed()</script><script async nonce="m" type="module">import "/b.js"
</script>`

test('only scripts and styles that carry the mark are allowed, and the mark leaves the page', () => {
  const { html, inline } = takeMarks(page, 'm')
  expect(inline).toEqual({ scripts: [hashOf('own()'), hashOf('import "/b.js"\n')], styles: [hashOf('a{}')] })
  expect(html).toBe(page.replaceAll(' nonce="m"', ''))
  const policy = contentPolicy({ checkoutOrigin: 'https://pay.example', embeddingOrigins: [], inline })
  expect(policy).toContain(`script-src 'self' ${hashOf('own()')} ${hashOf('import "/b.js"\n')};`)
  for (const foreign of ['foreign()', 'guessed()', "'unsafe-inline'"])
    expect(policy).not.toContain(foreign.startsWith("'") ? foreign : hashOf(foreign))
  expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/)
})
