/**
 * The one notation at the wire (docs/spec.md#notation): inside cents and Dates under camelCase names, outside euros and ISO moments under
 * snake_case names. `hourlyRateCents: 3450` is `hourly_rate: 34.5`, `createdAt` is `created_at`. What is named so already stays as it is.
 */
export const wireName = (name: string) => name.replace(/Cents$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name
type WireName<Name> = Name extends `${infer Amount}Cents` ? SnakeCase<Amount> : Name extends string ? SnakeCase<Name> : Name

/** An answer of inside as the browser reads it. */
export type Wire<Inside> = Inside extends Date
  ? string
  : Inside extends readonly (infer One)[]
    ? Wire<One>[]
    : Inside extends object
      ? { [Name in keyof Inside as WireName<Name>]: Wire<Inside[Name]> }
      : Inside

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name
type InsideNames<Row> = { [Name in keyof Row as Name extends string ? CamelCase<Name> : Name]: Row[Name] }

/** A row of the wire under the names of inside, for a screen whose page brings such rows with it. Amounts stay euros. */
export const insideNames = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase()), value]),
  ) as InsideNames<Row>
