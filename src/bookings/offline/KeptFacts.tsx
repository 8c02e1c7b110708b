import { useEffect, useState } from 'react'
import { berlinDay } from '#src/kit/dates.ts'
import { Download, Trash2 } from '#src/web/icons/Icons.tsx'
import type { BookingReceipt } from '../receipts/schemas.ts'
import { factsOf, type KeptFacts, readFacts, withFacts, without } from './facts.ts'

/** Also read by public/offline/offline.js, without a connection. */
const place = 'offline-bookings'

/**
 * Keeps the facts of a booking on this device, so that they can be read without a connection: only when its customer asks for it, because others may use the
 * device. What is kept follows the booking whenever it is opened, and goes when it does not take place any more.
 */
export function OfflineFacts({ receipt }: { receipt: BookingReceipt }) {
  const [isKept, setIsKept] = useState(false)
  const takesPlace = receipt.takes_place
  useEffect(() => {
    const kept = read()
    const isHere = kept.some(({ id }) => id === receipt.id)
    if (isHere) store(takesPlace ? withFacts(kept, factsOf(receipt)) : without(kept, receipt.id))
    setIsKept(isHere && takesPlace)
  }, [receipt, takesPlace])

  function change() {
    store(isKept ? without(read(), receipt.id) : withFacts(read(), factsOf(receipt)))
    setIsKept(!isKept)
  }
  if (!takesPlace || receipt.is_due) return null
  return (
    <>
      <button type="button" className="button neutral small" onClick={change}>
        {isKept ? <Trash2 /> : <Download />}
        <span>{isKept ? 'Von diesem Gerät entfernen' : 'Auf diesem Gerät speichern'}</span>
      </button>
      <p className="unseen" role="status">
        {isKept ? 'Termin, Ort und Telefon des Anbieters stehen auf diesem Gerät, bis der Termin vorbei ist.' : ''}
      </p>
    </>
  )
}

const read = () => readFacts(storage()?.getItem(place) ?? null, berlinDay(new Date()))

function store(kept: readonly KeptFacts[]) {
  try {
    if (kept.length === 0) storage()?.removeItem(place)
    else storage()?.setItem(place, JSON.stringify(kept))
  } catch {
    // A full storage loses the comfort, never the booking.
  }
}

/** Reading the property itself throws where a browser forbids storage. */
function storage() {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
