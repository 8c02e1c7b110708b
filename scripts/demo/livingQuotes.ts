import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { submitQuote } from '#src/site/quotes/quoteActions.ts'
import { requestQuotes } from '#src/site/quotes/requestActions.ts'
import { readFreeSlots } from '#src/supply/calendars/actions.ts'
import { customerAccount } from './demoData.ts'
import { newCaller } from './livingCaller.ts'

const customer = { customerName: customerAccount.name, customerEmail: customerAccount.email, postcode: '20255' }
const minutes = 180
const texts = [
  'Enthalten sind Anfahrt, Schnitt und Abfuhr des Grünguts. Leiter und Häcksler bringen wir mit.',
  'Wir kämen zu zweit und wären an einem Vormittag fertig. Das Holz können Sie behalten.',
  'Der Preis gilt bis zur Garage; den Stumpf fräsen wir auf Wunsch gesondert.',
]

/** The customer of the printed account has asked three companies for an offer, which are still valid. */
export async function addLivingQuotes(app: App) {
  await askAndAnswer(app).catch((error: unknown) => {
    app.log.warn({ error: describeError(error) }, 'the demo comes without a request for offers')
  })
}

async function askAndAnswer(app: App) {
  const companies = await listGardeners(app)
  const user = await app.db.selectFrom('users').select('id').where('email', '=', customer.customerEmail).executeTakeFirstOrThrow()
  const session = { id: user.id, userId: user.id, email: customer.customerEmail, isConfirmed: true, steppedUpAt: null }
  const form = {
    ...customer,
    description: 'Ein alter Apfelbaum steht zu nah an der Garage und muss weg, die Hecke daneben soll auf zwei Meter gekürzt werden.',
    urgency: 'month' as const,
    ...{ wishedDays: [], wishedParts: [], words: '', asksFurther: false, attachmentIds: [] },
    companyIds: companies.map(({ id }) => id),
  }
  await requestQuotes(app, { form, caller: { ...newCaller(), session }, attempt: null, countCreated: async () => {} })
  for (const [index, { id: companyId }] of companies.entries()) {
    const quote = await app.db
      .selectFrom('quotes')
      .select('id')
      .where('companyId', '=', companyId)
      .where('status', '=', 'open')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const from = addDays(berlinDay(app.now()), 5 + index)
    const { days } = await readFreeSlots(app, { companyId, minutes, from, days: 14 }, newCaller())
    const slots = days.flatMap(({ day: date, times: [time] }) => (time === undefined ? [] : [{ date, time }])).slice(0, 2)
    const offer = { title: 'Apfelbaum fällen und Hecke kürzen', text: texts[index] ?? '', amount: 420 + 85 * index, minutes, validDays: 10 }
    await submitQuote(app, { companyId, quoteId: quote.id, slots, ...offer, depositPercent: null, restParts: 1 })
  }
}

const listGardeners = (app: App) =>
  app.db
    .selectFrom('services')
    .innerJoin('companies', 'companies.id', 'services.companyId')
    .innerJoin('calendars', 'calendars.companyId', 'companies.id')
    .select('companies.id')
    .where('services.catalogueId', '=', 'hecke-schneiden')
    .where('companies.town', '=', 'Hamburg')
    .where('companies.isListed', '=', true)
    .where('companies.userId', 'is not', null)
    .orderBy('companies.createdAt')
    .limit(3)
    .execute()
