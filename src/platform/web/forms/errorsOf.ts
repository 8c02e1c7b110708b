import type { z } from 'zod'

/** First error per field that a schema finds, for `useCheckedForm`. */
export const errorsOf = (schema: z.ZodType) => (values: object) => {
  const texts: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) texts[String(path[0])] ??= message
  return texts
}
