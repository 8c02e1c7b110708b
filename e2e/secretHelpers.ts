import type { BrowserContext } from '@playwright/test'
import { findMails, queryDatabase } from './fixtures.ts'

/** Returns every value of every table, as text, with its place. PostgreSQL's own tables hold none of our data; towns are public. */
async function dumpDatabase() {
  const columns = await queryDatabase(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as home, quote_ident(column_name) as name, data_type
     from information_schema.columns
     join information_schema.tables using (table_catalog, table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and table_name not in ('places', 'place_names', 'place_postcodes', 'postcode_points')`,
  )
  const parts = columns.map(({ home, name, data_type }) => {
    const text = data_type === 'bytea' ? `encode(${name}, 'escape')` : `${name}::text`
    return `select '${home}.${name}' as place, ${text} as value from ${home} where ${name} is not null`
  })
  const values = (await queryDatabase(parts.join('\nunion all\n'))).map(({ place, value }) => ({
    place: String(place),
    value: String(value),
  }))
  return { places: [...new Set(columns.map(({ home }) => String(home)))], values }
}

/** A German IBAN in any format. */
const iban = /\bDE\d{2}(?:\s?\d{4}){4}\s?\d{2}\b/i

/**
 * Secrets that must not be readable in the database. Codes are short and occur inside longer numbers, so a code counts only if it stands
 * alone.
 */
export type Secrets = { texts: string[]; codes: string[] }

/** Finds the places where the database contains one of these secrets or any IBAN; also returns the tables that were read. */
export async function findReadable({ texts, codes }: Secrets) {
  const { places, values } = await dumpDatabase()
  const patterns = [iban, ...codes.map((code) => new RegExp(`(?<![\\w.])${code}(?!\\w)`))]
  const isSecret = (value: string) => texts.some((text) => value.includes(text)) || patterns.some((pattern) => pattern.test(value))
  const found = values.filter(({ value }) => isSecret(value))
  return { places, found: [...new Set(found.map(({ place }) => place))].sort() }
}

/** Collects the secrets in the mails to an address and in the browser's cookies: tokens of links, codes, sessions. */
export async function collectSecrets(email: string, context: BrowserContext) {
  const texts = (await findMails(({ to }) => to === email)).map(({ text }) => text)
  const links = texts.flatMap((text) => [...text.matchAll(/[?&#]\w+=([\w-]{43})(?![\w-])/g)].map(([, key]) => key ?? ''))
  const codes = texts.flatMap((text) => [...text.matchAll(/^(?:\d{6}|\d{8}|\d{4} \d{4})$/gm)].map(([code]) => code))
  const cookies = (await context.cookies()).filter(({ httpOnly }) => httpOnly).map(({ value }) => value)
  return { links: [...new Set(links)], codes: [...new Set(codes)], cookies }
}
