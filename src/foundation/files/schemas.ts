import { z } from 'zod'
import type { UploadedFile } from './rules.ts'

/** Stored upload as shown to its uploader. */
export const uploadedFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.number().int(),
  type: z.string(),
}) satisfies z.ZodType<UploadedFile>
