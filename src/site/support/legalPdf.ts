import { colors, wrap, write } from '#src/platform/server/pdf/pen.ts'
import { drawFeet, drawLetterhead, makeRoom, openSheet, operatorParty, paper, partyOf, type Sheet } from '#src/platform/server/pdf/sheet.ts'

type Line = { text: string; isTitle?: true }
type Paper = { brandName: string; operator: Parameters<typeof operatorParty>[0]; title: string; lines: readonly Line[]; madeAt: Date }

/** Renders a legal text as PDF. */
export async function drawLegalPaper({ brandName, operator, title, lines, madeAt }: Paper) {
  const { content, ...sheet } = await openSheet({ title, author: brandName, madeAt })
  drawLetterhead(sheet, { brandName, operator: operatorParty(operator), addressee: nobody })
  drawParagraph(sheet, { text: title, size: 15, isBold: true })
  for (const line of lines) drawParagraph(sheet, lookOf(line))
  drawFeet(sheet, title)
  sheet.doc.end()
  return content
}

const nobody = partyOf('')

type Paragraph = { text: string; size: number; isBold: boolean }
const lookOf = ({ text, isTitle }: Line): Paragraph => ({ text, size: isTitle ? 11 : 9.5, isBold: isTitle !== undefined })

/** A title is kept on the same page as the following lines. */
function drawParagraph(sheet: Sheet, { text, ...style }: Paragraph) {
  const { left: x, right } = paper
  const [width, height] = [right - x, style.size * 1.4]
  sheet.y += style.isBold ? 8 : 0
  if (style.isBold) makeRoom(sheet, height * 4)
  for (const line of text.split('\n').flatMap((part) => wrap(sheet.doc, part, { ...style, width }))) {
    makeRoom(sheet, height)
    write(sheet.doc, line, { ...style, x, y: sheet.y, width, color: colors.ink })
    sheet.y += height
  }
  sheet.y += 4
}
