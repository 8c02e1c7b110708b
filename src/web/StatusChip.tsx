import type { ReactNode } from 'react'

/** The shape tells the state without the colour: dot, ring, diamond, check, dash. */
const looks = { good: 'chip c-ok', waiting: 'chip c-wait', bad: 'chip c-bad', done: 'chip c-done', off: 'chip c-off' } as const
export type StatusLook = keyof typeof looks

export const StatusChip = ({ look, children }: { look: StatusLook; children: ReactNode }) => <span className={looks[look]}>{children}</span>
