import { expect, test } from 'vitest'
import { contentPolicy, filePolicy, hashOf, takeNonces } from './contentPolicy.ts'

const page = `<head><script nonce="m">own()</script><style nonce="m">a{}</style><link rel="modulepreload" nonce="m" href="/a.js"/></head>
<script>foreign()</script><script nonce="other">guessed()</script><script async nonce="m" type="module">import "/b.js"
</script>`

test('only scripts and styles that carry the nonce are allowed, and the nonce is removed', () => {
  const { html, inline } = takeNonces(page, 'm')
  expect(inline).toEqual({ scripts: [hashOf('own()'), hashOf('import "/b.js"\n')], styles: [hashOf('a{}')] })
  expect(html).toBe(page.replaceAll(' nonce="m"', ''))
  const policy = contentPolicy({ checkoutOrigin: 'https://pay.example', embeddingOrigins: [], inline })
  expect(policy).toContain(`script-src 'self' ${hashOf('own()')} ${hashOf('import "/b.js"\n')};`)
  for (const foreign of ['foreign()', 'guessed()', "'unsafe-inline'"])
    expect(policy).not.toContain(foreign.startsWith("'") ? foreign : hashOf(foreign))
  expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/)
})

test('a file gets no frame and no base, unless its own policy says otherwise', () => {
  expect(filePolicy("default-src 'none'")).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
  expect(filePolicy("frame-ancestors 'self'")).toBe("frame-ancestors 'self'; base-uri 'none'")
})
