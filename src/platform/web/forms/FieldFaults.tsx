import type { z } from 'zod'

/** The first text per field of what a schema refuses, for `useCheckedForm`. */
export const faultsOf = (schema: z.ZodType) => (values: object) => {
  const texts: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) texts[String(path[0])] ??= message
  return texts
}
