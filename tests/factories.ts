import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { adminLimits } from '#src/foundation/accounts/operator/signInRules.ts'
import { hashPassword } from '#src/foundation/accounts/passwordActions.ts'
import { openSession } from '#src/foundation/accounts/sessionActions.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import type { Companies, Reviews, ServiceOptions, Services, Users } from '#src/platform/server/tables.d.ts'
import { listAll } from '#src/supply/services/store.ts'
import type { Visitor } from './testApp.ts'

/** A listed company, in the state after its subscription started. */
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

/** Password of every account created by `makeUser`. */
export const rightPassword = 'Blaue-Tasse-7'
let rightHash: Promise<string> | undefined

/** An account with a confirmed address, in the state after its link was opened. */
export async function makeUser(app: App, fields: Partial<Insertable<Users>> = {}) {
  rightHash ??= hashPassword(app, rightPassword)
  const now = app.now()
  return app.db
    .insertInto('users')
    .values({
      email: 'katrin@kunde.example',
      passwordHash: await rightHash,
      signUpId: randomUUID(),
      confirmedAt: now,
      welcomeSentAt: now,
      createdAt: now,
      passwordChangedAt: now,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A new account that owns a company. */
export async function makeOwner(app: App, companyId: string, fields: Partial<Insertable<Users>> = {}) {
  const owner = await makeUser(app, { email: `inhaber-${randomUUID()}@anbieter.example`, ...fields })
  await app.db.updateTable('companies').set({ userId: owner.id }).where('id', '=', companyId).execute()
  return owner
}

/** Signs a browser in; its cookies keep the session. */
export async function signInAs(visitor: Visitor, email: string, password = rightPassword) {
  const answer = await visitor.call('auth/sign-in', { email, password })
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return visitor
}

/** Signs a browser in without hashing a password, which is slow; for tests of later steps. */
export async function enterAs(app: App, visitor: Visitor, email: string) {
  const { id: userId } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const browser = { caller: { hash: () => email, ip: '203.0.113.5', requestId: randomUUID() }, headers: new Headers(), reply: [] }
  visitor.cookies.set('session', await app.db.transaction().execute((tx) => openSession(app, tx, { userId, browser })))
  return visitor
}

/** Signs a browser in as operator, in the state after password and code. */
export async function enterAsOperator(app: App, visitor: Visitor) {
  const token = newToken(app)
  const createdAt = app.now()
  const expiresAt = new Date(createdAt.getTime() + adminLimits.sessionMs)
  await app.db
    .insertInto('adminSessions')
    .values({ tokenHash: hashToken(token), state: 'authenticated', createdAt, confirmedAt: createdAt, expiresAt })
    .execute()
  visitor.cookies.set('admin', token)
  return visitor
}

/** Marks a signed-in browser as past the dashboard code: now, or at another time. */
export async function passCode(app: App, visitor: Visitor, at = app.now()) {
  const { body } = await visitor.call('list-own-sessions', {})
  const id = body.sessions.find((one: { is_current: boolean }) => one.is_current).id
  await app.db.updateTable('sessions').set({ steppedUpAt: at }).where('id', '=', id).execute()
  return visitor
}

type ServiceFields = Partial<Insertable<Services>> & {
  options?: (Pick<Insertable<ServiceOptions>, 'title' | 'surchargeCents'> & { optionGroup?: string | null })[]
}

/** A visible service of a company at a fixed price, with options. */
export async function makeService(app: App, companyId: string, { options = [], ...fields }: ServiceFields = {}) {
  const { id } = await app.db
    .insertInto('services')
    .values({
      companyId,
      title: 'Fenster putzen',
      priceKind: 'fixed',
      priceCents: 6_900,
      places: ['customer'],
      position: 0,
      createdAt: app.now(),
      updatedAt: app.now(),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = options.map((option, position) => ({ ...option, serviceId: id, position }))
  if (rows.length > 0) await app.db.insertInto('serviceOptions').values(rows).execute()
  const made = (await listAll(app.db, companyId)).find((one) => one.id === id)
  if (!made) throw new Error('the service was not written')
  return made
}

type CalendarFields = { people?: readonly string[]; weekdays?: readonly number[]; from?: number; to?: number }

/** A company's calendar, open from 7 to 19 on every day including holidays; returns its people by name. */
export async function makeCalendar(app: App, companyId: string, fields: CalendarFields = {}) {
  const { people = ['Meike Petersen'], weekdays = [1, 2, 3, 4, 5, 6, 7], from = 420, to = 1_140 } = fields
  await app.db.insertInto('calendars').values({ companyId, updatedAt: app.now() }).execute()
  const rows = people.map((name, position) => ({ companyId, kind: 'person' as const, name, position }))
  const made = await app.db.insertInto('resources').values(rows).returning(['id', 'name']).execute()
  const hours = weekdays.map((weekday) => ({ companyId, weekday, minutes: `[${from},${to})` }))
  await app.db.insertInto('openingHours').values(hours).execute()
  return Object.fromEntries(made.map(({ id, name }) => [name, id]))
}

/** A valid booking request for the day after tomorrow; for an amount below the hourly rate it names the person who agreed to it. */
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
  ...('amount' in fields && Number(fields.amount) < 34.5 ? { agreedWith: 'Meike Petersen' } : {}),
  ...fields,
})

/** A published review with a paid booking. */
export const makeReview = (app: App, companyId: string, fields: Partial<Insertable<Reviews>> = {}) =>
  app.db
    .insertInto('reviews')
    .values({
      companyId,
      customerName: 'Katrin Bergmann',
      customerEmail: 'katrin.bergmann@kunde.example',
      rating: 5,
      comment: 'Pünktlich und gründlich.',
      isFromBooking: true,
      createdAt: app.now(),
      publishedAt: app.now(),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
