import type { BoughtItem } from '#src/supply/services/pricing.ts'
import { lineText, tellingLines } from '#src/supply/services/words.ts'

/** Items of a booking beyond its title, as mails, receipts and calendar files list them. */
export type Bought = readonly BoughtItem[]
export const boughtLines = tellingLines
export const boughtTexts = (items: Bought) => tellingLines(items).map(lineText)
