import type { PriceKind, ServicePlace } from '../rules.ts'
import type { CatalogueWords } from './rules.ts'

/** Format of catalogue/services.json. Prices in euros. */
export type CataloguePackage = {
  version: number
  categories: { name: string; trades: { id: string; name: string; forms: string[] }[] }[]
  services: {
    id: string
    name: string
    trade: string
    said: string[]
    objects: string[]
    acts: string[]
    price: { kind: PriceKind; unit: string; low: number | null; high: number | null }
    minutes: [number, number]
    place: ServicePlace[]
    near: string[]
    questions: string[]
    care35a: boolean
    licensed: boolean
  }[]
  ambiguous: Record<string, string[]>
  words: CatalogueWords
}
