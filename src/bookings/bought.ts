import type { BoughtItem } from '#src/services/pricing.ts'
import { lineText, tellingLines } from '#src/services/words.ts'

/** What a booking bought beyond its title, line by line, as mails, receipts and files have it. */
export type Bought = readonly BoughtItem[]
export const boughtLines = tellingLines
export const boughtTexts = (items: Bought) => tellingLines(items).map(lineText)
