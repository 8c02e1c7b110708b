const icon = (file: string, sizes: string, purpose: 'any' | 'maskable') => ({ src: `/icons/${file}`, sizes, type: 'image/png', purpose })

/** Web manifest: the marketplace as an app, with the colours of the light theme. */
export const manifestOf = (brandName: string) => ({
  id: '/',
  name: brandName,
  short_name: brandName,
  description: 'Ihr Partner für professionelle Dienstleistungen',
  lang: 'de',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f5f6f3',
  theme_color: '#024b32',
  icons: [icon('icon-192.png', '192x192', 'any'), icon('icon-512.png', '512x512', 'any'), icon('maskable-512.png', '512x512', 'maskable')],
  shortcuts: [
    { name: 'Anbieter suchen', url: '/search' },
    { name: 'Meine Buchungen', url: '/meine-buchungen' },
  ],
})
