import { z } from 'zod'
import { formatDate } from '#src/platform/kit/dates.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

/** First year that the platform could report. */
export const firstTaxYear = 2026

export const quarters = [1, 2, 3, 4] as const
export type Quarter = (typeof quarters)[number]

/**
 * Revenue of a company in a quarter, from the ledger, in cents: share net of the operator's fees, number of activities, and fees with tax.
 */
export type QuarterCents = { quarter: Quarter; shareCents: number; activities: number; feeCents: number }

/** Quarter in the report: whole euros, rounded per quarter. */
export type ReportedQuarter = { quarter: Quarter; consideration: number; activities: number; fees: number; taxes: number }

/** Rounds cents to whole euros, halves up. */
const wholeEuros = (cents: number) => Math.floor((cents + 50) / 100)

/** All four quarters, also without revenue. The operator withholds no taxes. */
export const reportedOf = (cents: readonly QuarterCents[]): ReportedQuarter[] =>
  quarters.map((quarter) => {
    const found = cents.find((one) => one.quarter === quarter)
    return {
      quarter,
      consideration: wholeEuros(found?.shareCents ?? 0),
      activities: found?.activities ?? 0,
      fees: wholeEuros(found?.feeCents ?? 0),
      taxes: 0,
    }
  })

/** True if there is a paid activity to report; services have no threshold (§ 4 (5) Nr. 4 PStTG means goods). */
export const isReportable = (reported: readonly ReportedQuarter[]) => reported.some(({ activities }) => activities > 0)

/** Due date: 31 January of the next year, or the next working day (§ 108 (3) AO). */
export function dueOn(year: number) {
  const weekday = new Date(Date.UTC(year + 1, 0, 31)).getUTCDay()
  return weekday === 0 ? `${year + 1}-02-01` : weekday === 6 ? `${year + 1}-02-02` : `${year + 1}-01-31`
}

/**
 * Limits of small businesses in cents (§ 19 UStG, since 2025): above the first in a year, regular from the next; above the second, regular
 * at once.
 */
export const smallBusinessCents = { year: 2_500_000, atOnce: 10_000_000 } as const

export type SmallBusinessWarning = 'nearYear' | 'overYear' | 'overAtOnce'

/** Returns the warning about a small business's turnover of the year, in cents; undefined below 90 % of the first limit. */
export function smallBusinessWarning(turnoverCents: number): SmallBusinessWarning | undefined {
  if (turnoverCents > smallBusinessCents.atOnce) return 'overAtOnce'
  if (turnoverCents > smallBusinessCents.year) return 'overYear'
  return turnoverCents > smallBusinessCents.year * 0.9 ? 'nearYear' : undefined
}

export const taxTexts = {
  title: 'Belege und Steuer',
  report: (year: number) => `Meldung ${year}`,
  law: 'PStTG',
  help: (year: number) =>
    `Wir melden Ihre Vergütungen bis ${formatDate(dueOn(year))} an das Bundeszentralamt für Steuern. Gutgeschrieben, nach Abzug unserer Gebühren, volle Euro. Eine Erstattung ändert das Quartal, in dem die Buchung bezahlt wurde.`,
  loading: 'Steuerzahlen werden geladen…',
  notLoaded: 'Die Steuerzahlen konnten nicht geladen werden',
  none: 'In diesem Jahr wurde noch nichts gutgeschrieben.',
  warnings: {
    nearYear: {
      title: 'Sie nähern sich der Grenze für Kleinunternehmer',
      text: 'Über 25.000 € im Jahr fällt ab dem nächsten Jahr Umsatzsteuer an. Gezählt sind hier nur Umsätze über diesen Marktplatz.',
    },
    overYear: {
      title: 'Über 25.000 € Umsatz in diesem Jahr',
      text: 'Ab dem 1. Januar gilt für Sie die Regelbesteuerung. Bitte tragen Sie den Wechsel in den Geschäftsangaben ein.',
    },
    overAtOnce: {
      title: 'Über 100.000 € Umsatz in diesem Jahr',
      text: 'Ab dem Umsatz, der die Grenze überschreitet, gilt sofort die Regelbesteuerung. Bitte ändern Sie den Steuerstatus noch heute.',
    },
  } satisfies Record<SmallBusinessWarning, { title: string; text: string }>,
} as const

export const taxProblems = problemsOf('taxes', {
  yearUnknown: [422, 'Für dieses Jahr gibt es keine Meldung.'],
  yearRuns: [409, 'Das Jahr ist noch nicht zu Ende.'],
  incomplete: [409, 'Bei einigen Anbietern fehlen Angaben. Ergänzen Sie sie, oder schreiben Sie die Meldung ohne sie.'],
  nothingNew: [409, 'Seit der letzten Meldung hat sich nichts geändert.'],
  operatorIncomplete: [409, 'Für die Meldung fehlen Name, Anschrift oder USt-IdNr. des Betreibers in den Einstellungen.'],
  reportUnknown: [404, 'Diese Meldung gibt es nicht.'],
})

export const taxYear = z
  .number()
  .int()
  .min(firstTaxYear - 3)
  .max(2200)

const quarterView = z.object({
  quarter: z.number().int(),
  consideration: z.number().int(),
  activities: z.number().int(),
  fees: z.number().int(),
})

/** A company's figures of a year, as they will be reported. */
export const taxFigures = z.object({
  year: z.number().int(),
  quarters: z.array(quarterView),
  isRunning: z.boolean(),
  warning: z.enum(['nearYear', 'overYear', 'overAtOnce']).nullable(),
})
export type TaxFigures = Wire<z.infer<typeof taxFigures>>

const missingSeller = z.object({ companyId: z.uuid(), companyName: z.string(), missing: z.array(z.string()) })
const writtenReport = z.object({
  id: z.uuid(),
  run: z.number().int(),
  indic: z.enum(['DPI401', 'DPI402', 'DPI403']),
  sellers: z.number().int(),
  sha256: z.string(),
  writtenAt: z.date(),
  downloadedAt: z.date().nullable(),
})

/** Operator's page of a year: state, missing data, and reports. */
export const taxYearPage = z.object({
  year: z.number().int(),
  dueOn: z.string(),
  isRunning: z.boolean(),
  reportable: z.number().int(),
  complete: z.number().int(),
  told: z.number().int(),
  consideration: z.number().int(),
  isOperatorComplete: z.boolean(),
  missing: z.array(missingSeller),
  reports: z.array(writtenReport),
})
export type TaxYearPage = Wire<z.infer<typeof taxYearPage>>

/** Maximum number of incomplete sellers on the page. */
export const mostNamed = 100

export const indicLabels = { DPI401: 'Neue Daten', DPI402: 'Korrektur', DPI403: 'Leermeldung' } as const
