import { hasCode } from './AuthFailure.tsx'

/** Error text if no mail was sent: the limit's own text with the waiting time, else the screen's text `otherwise`. */
export const mailFailure = (error: unknown, otherwise: string) =>
  hasCode(error, 'limits.tooMany') && error instanceof Error ? error.message : otherwise
