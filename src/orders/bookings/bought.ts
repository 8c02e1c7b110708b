import type { BoughtItem } from '#src/supply/services/pricing.ts'
import { detailLines, lineText } from '#src/supply/services/texts.ts'

/** Items of a booking beyond its title, as mails, receipts and calendar files list them. */
export type Bought = readonly BoughtItem[]
export const boughtLines = detailLines
export const boughtTexts = (items: Bought) => detailLines(items).map(lineText)
