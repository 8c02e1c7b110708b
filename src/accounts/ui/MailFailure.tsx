import { hasCode } from './AuthFailure.tsx'

/** Why no mail was sent: a limit says itself how long to wait, anything else is `otherwise`, in the screen's own words. */
export const mailFailure = (error: unknown, otherwise: string) =>
  hasCode(error, 'limits.tooMany') && error instanceof Error ? error.message : otherwise
