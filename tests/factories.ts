import type { Insertable } from 'kysely'
import { addDays, berlinDay } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import type { Companies } from '#src/server/tables.d.ts'

/** A listed company, as it would be after its subscription started. */
export const makeCompany = (app: App, fields: Partial<Insertable<Companies>> = {}) =>
  app.db
    .insertInto('companies')
    .values({
      companyName: 'Glanzwerk Altona',
      category: 'Reinigung',
      description: 'Wir reinigen Büros und Treppenhäuser.',
      location: '22767 Hamburg',
      contactPerson: 'Meike Petersen',
      email: 'kontakt@glanzwerk.example',
      phone: '+49 40 66969101',
      hourlyRateCents: 3_450,
      subscriptionStatus: 'active',
      verified: true,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A booking request that passes every rule, for the day after tomorrow. */
export const bookingRequestFor = (app: App, companyId: string, fields: object = {}) => ({
  companyId,
  serviceTitle: 'Reinigung Service',
  customerName: 'Katrin Bergmann',
  customerEmail: 'katrin.bergmann@kunde.example',
  customerPhone: '+49 40 66969140',
  date: addDays(berlinDay(app.now()), 2),
  time: '07:30',
  location: 'Schmale Gasse 12, 22767 Hamburg',
  amount: 138,
  description: 'Unterhaltsreinigung, zwei Teeküchen.',
  ...fields,
})
