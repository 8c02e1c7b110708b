import { type ComponentType, createContext } from 'react'
import type { DayPart } from '#src/calendars/dayParts.ts'
import type { BookableCompany } from '../ui/BookableCompany.tsx'

export type SimilarProps = { company: BookableCompany; catalogueId: string | null; part: DayPart | null }

/** Slot for other companies with free times, filled by the page that opens the booking; empty elsewhere. */
export const SimilarSlot = createContext<ComponentType<SimilarProps> | undefined>(undefined)
