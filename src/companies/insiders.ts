import type { Session } from '#src/server/app.ts'
import type { Database, Transaction } from '#src/server/db.ts'

/** The account and the addresses of a company's own people, who neither book nor review it (docs/spec.md#own-company). */
export const findInsiders = (db: Database | Transaction, id: string) =>
  db
    .selectFrom('companies')
    .leftJoin('users', 'users.id', 'companies.userId')
    .select(['companies.userId', 'companies.email', 'users.email as ownerEmail'])
    .where('companies.id', '=', id)
    .executeTakeFirst()

type Insiders = { userId: string | null; email: string; ownerEmail: string | null }

/** Whether a session belongs to the company's account or to one of its addresses. */
export const isOwnSession = (company: Insiders, session: Session | undefined) =>
  session !== undefined && (session.userId === company.userId || isOwnAddress(company, session.email))

/** Whether an address is the company's or its owner's, also with a '+' suffix. */
export const isOwnAddress = (company: Insiders, email: string) =>
  [company.email, company.ownerEmail].some((own) => own !== null && mailbox(own) === mailbox(email))

const mailbox = (email: string) =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '')
