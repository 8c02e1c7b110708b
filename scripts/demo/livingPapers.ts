import { openPictureLibrary } from '#src/foundation/files/pictureActions.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { storeEvidence, submitVerification } from '#src/supply/companies/verification/actions.ts'

/** Adds what needs files, which the dump does not have: companies whose evidence waits for the operator's check. */
export async function addLivingPapers(app: App) {
  const companies = await app.db
    .selectFrom('companies')
    .select(['id', 'companyName', 'street', 'postcode', 'town'])
    .where('verified', '=', false)
    .where('isListed', '=', true)
    .where('userId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(4)
    .execute()
  for (const company of companies) {
    await add(app, company).catch((error: unknown) => {
      app.log.warn({ error: describeError(error) }, 'the demo has one verification less')
    })
  }
}

type Company = { id: string; companyName: string; street: string | null; postcode: string | null; town: string | null }

async function add(app: App, { id: companyId, companyName, street, postcode, town }: Company) {
  const lines = ['Gewerbeanmeldung (Muster)', companyName, street ?? '', `${postcode ?? ''} ${town ?? ''}`]
  const sharp = await openPictureLibrary()
  const picture = await sharp(Buffer.from(drawPaper(lines)))
    .png()
    .toBuffer()
  const content = new Blob([new Uint8Array(picture)]).stream()
  await storeEvidence(app, { companyId, kind: 'tradeLicence', name: 'Gewerbeanmeldung.png', type: 'image/png', content })
  await submitVerification(app, companyId)
}

const drawPaper = (lines: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="840" height="1188" viewBox="0 0 840 1188"><rect width="840" height="1188" fill="#fdfdf8"/>${lines
    .map((line, index) => `<text x="80" y="${120 + index * 60}" font-family="sans-serif" font-size="30">${escaped(line)}</text>`)
    .join('')}</svg>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
