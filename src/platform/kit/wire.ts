/**
 * Name of a field on the wire (docs/spec.md#notation). Code has cents and Dates under camelCase names, the wire euros and ISO times under
 * snake_case names: `hourlyRateCents: 3450` is `hourly_rate: 34.5`, `createdAt` is `created_at`. Names in wire form stay unchanged.
 */
export const wireName = (name: string) => name.replace(/Cents$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name
type WireName<Name> = Name extends `${infer Amount}Cents` ? SnakeCase<Amount> : Name extends string ? SnakeCase<Name> : Name

/** Type of a response as the browser reads it. */
export type Wire<Inside> = Inside extends Date
  ? string
  : Inside extends readonly (infer One)[]
    ? Wire<One>[]
    : Inside extends object
      ? { [Name in keyof Inside as WireName<Name>]: Wire<Inside[Name]> }
      : Inside

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name
type InsideNames<Row> = { [Name in keyof Row as Name extends string ? CamelCase<Name> : Name]: Row[Name] }

/** Converts a wire row to camelCase names, for a screen whose page already contains such rows. Amounts stay in euros. */
export const insideNames = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase()), value]),
  ) as InsideNames<Row>
