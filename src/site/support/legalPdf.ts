import { drawFeet, drawLetterhead, makeRoom, openPdf, operatorParty, type PdfPage, paper, partyOf } from '#src/platform/server/pdf/page.ts'
import { colors, wrap, write } from '#src/platform/server/pdf/writer.ts'

type Line = { text: string; isTitle?: true }
type Paper = { brandName: string; operator: Parameters<typeof operatorParty>[0]; title: string; lines: readonly Line[]; madeAt: Date }

/** Renders a legal text as PDF. */
export async function renderLegalDocument({ brandName, operator, title, lines, madeAt }: Paper) {
  const { content, ...pdfPage } = await openPdf({ title, author: brandName, madeAt })
  drawLetterhead(pdfPage, { brandName, operator: operatorParty(operator), addressee: nobody })
  drawParagraph(pdfPage, { text: title, size: 15, isBold: true })
  for (const line of lines) drawParagraph(pdfPage, styleOf(line))
  drawFeet(pdfPage, title)
  pdfPage.doc.end()
  return content
}

const nobody = partyOf('')

type Paragraph = { text: string; size: number; isBold: boolean }
const styleOf = ({ text, isTitle }: Line): Paragraph => ({ text, size: isTitle ? 11 : 9.5, isBold: isTitle !== undefined })

/** A title is kept on the same page as the following lines. */
function drawParagraph(pdfPage: PdfPage, { text, ...style }: Paragraph) {
  const { left: x, right } = paper
  const [width, height] = [right - x, style.size * 1.4]
  pdfPage.y += style.isBold ? 8 : 0
  if (style.isBold) makeRoom(pdfPage, height * 4)
  for (const line of text.split('\n').flatMap((part) => wrap(pdfPage.doc, part, { ...style, width }))) {
    makeRoom(pdfPage, height)
    write(pdfPage.doc, line, { ...style, x, y: pdfPage.y, width, color: colors.ink })
    pdfPage.y += height
  }
  pdfPage.y += 4
}
