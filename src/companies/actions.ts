import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { findCompanyForBooking } from './store.ts'

/** The company a booking is for, inside a transaction or outside; undefined when there is none of this id. */
export const lookUpCompany = (app: App, id: string, tx?: Transaction) => findCompanyForBooking(tx ?? app.db, id)
