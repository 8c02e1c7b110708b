import type { Category } from '#src/supply/companies/rules.ts'

/** Content of a company's picture; each change of it gives the picture another address. */
export type PreviewFacts = {
  brandName: string
  companyName: string
  category: Category
  town: string
  rating: number | null
  reviews: number
}

/** Size required by social networks. */
export const previewSize = { width: 1200, height: 630 } as const

/** Increment after a change of the drawing, so that no old picture is served. */
const drawing = 1

const folder = '/vorschau/'
/** Picture of the marketplace, for every page without its own. */
export const brandPreview = `${folder}marktplatz.png`
export const previewAddress = (companyId: string, facts: PreviewFacts) => `${folder}${companyId}-${previewKey(facts)}.png`

/** Picture of a profile, with the same words as the profile. */
export const profilePreview = (
  { id, ...facts }: Omit<PreviewFacts, 'brandName'> & { id: string },
  site: { brandName: string } | undefined,
) => previewAddress(id, { ...facts, brandName: site?.brandName ?? '' })

/** Identifies the content of a picture. Not secret, only different: 53 bits of a mixing hash that runs everywhere. */
export function previewKey(facts: Partial<PreviewFacts>) {
  const { brandName, companyName, category, town, rating, reviews } = facts
  const text = JSON.stringify([drawing, brandName, companyName, category, town, rating, reviews])
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(16).padStart(14, '0')
}

export function parsePreviewAddress(path: string): { companyId: string; key: string } | undefined {
  const [, companyId, key] = /^\/vorschau\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-f]{14})\.png$/.exec(path) ?? []
  return companyId && key ? { companyId, key } : undefined
}

/** Words of the picture of the marketplace: those of the home page. */
export const brandPreviewTexts = { title: 'Suchen, buchen, abgemacht.', lead: 'Reinigung, Handwerk, IT und mehr' } as const
