import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Link as RouterLink, StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { InPlaceLink, Link } from '#src/web/parts/Link.tsx'

type Props = { to: string; className?: string; state?: object; discover?: 'none' }

// Hydration silently keeps the server's HTML even if the client's link would differ, so both must be equal.
function written(link: ComponentType<Props>, props: Props) {
  const one = createElement(link, { className: 'button', ...props }, 'Weiter')
  return renderToStaticMarkup(createElement(StaticRouter, { location: '/search?q=Umzug' }, one))
}

test.each([
  '/',
  '/search?q=B%C3%BCro&location=K%C3%B6ln#liste',
  '/search?q=Büro & Haus',
  '/service/1?buchen=2&termin=2026-11-27T14:00',
  '/reinigung/hamburg',
  '?seite=2',
  '#bewertungen',
])('a link to %s is on the server what the router’s is', (to) => {
  expect(import.meta.env.SSR).toBe(true)
  expect(written(Link, { to })).toBe(written(RouterLink, { to, discover: 'none' }))
})

test('what only the router needs is no attribute', () => {
  expect(written(InPlaceLink, { to: '/auth', state: { showLogin: true } })).toBe(
    '<a data-in-place="" class="button" href="/auth">Weiter</a>',
  )
})
