import { type ComponentType, createContext } from 'react'
import type { BookableCompany } from '#src/orders/ordering/ui/BookableCompany.tsx'
import type { DayPart } from '#src/supply/calendars/dayParts.ts'

export type SimilarProps = { company: BookableCompany; catalogueId: string | null; part: DayPart | null }

/** Slot for other companies with free times, filled by the page that opens the booking; empty elsewhere. */
export const SimilarSlot = createContext<ComponentType<SimilarProps> | undefined>(undefined)
