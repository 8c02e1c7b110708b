import { type BookedHours, type BookedPieces, hoursTexts, piecesTexts } from './actRules.ts'

/**
 * Counted work of a booking, of which less may have been done: field of `mark-performed`, number booked, price per unit in euros, and the
 * texts of the question.
 */
export type Booked = { field: 'hours' | 'pieces'; amount: number; unit: number; label: string; hint: string }

/** Counted work of a booking; null for work at one price. */
export function bookedOf({ hourly, by_piece: byPiece }: { hourly: BookedHours | null; by_piece: BookedPieces | null }): Booked | null {
  if (hourly) {
    const hint = 'Wie viele Stunden waren es, auf die Viertelstunde genau?'
    return { field: 'hours', amount: hourly.hours, unit: hourly.unit, label: 'Geleistete Stunden', hint }
  }
  if (!byPiece) return null
  return { field: 'pieces', amount: byPiece.pieces, unit: byPiece.unit, label: `Geleistet (${byPiece.piece})`, hint: 'Wie viele waren es?' }
}

/** Error of an amount that was worked; undefined if it is possible. */
export function workedError(amount: number, { field, amount: booked }: Booked) {
  if (field === 'hours') {
    if (!(amount > 0) || !Number.isInteger(amount * 4)) return hoursTexts.number
    return amount > booked ? hoursTexts.atMost(booked) : undefined
  }
  if (!(amount > 0) || !Number.isInteger(amount)) return piecesTexts.number
  return amount > booked ? piecesTexts.atMost(booked) : undefined
}
