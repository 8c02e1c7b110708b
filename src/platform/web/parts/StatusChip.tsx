import type { ReactNode } from 'react'
import '../styles/chip.css'

/** Each state has a shape in addition to its colour: dot, ring, diamond, check, dash. */
const tones = { good: 'chip good', waiting: 'chip waiting', bad: 'chip bad', done: 'chip done', off: 'chip off' } as const
export type StatusTone = keyof typeof tones

export const StatusChip = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => <span className={tones[tone]}>{children}</span>
