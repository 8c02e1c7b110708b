import { useEffect, useState } from 'react'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { Download, Trash2 } from '#src/platform/web/icons/Icons.tsx'
import type { BookingReceipt } from '../schemas.ts'
import { factsOf, readFacts, type SavedFacts, withFacts, without } from './facts.ts'

/** Storage key. The offline page (public/offline/offline.js) reads it, too. */
const place = 'offline-bookings'

/**
 * Button that saves a booking's facts on this device, to be read without a connection. Only on the customer's request, because others may
 * use the device. Opening the booking updates the saved facts, or removes them if it does not take place.
 */
export function OfflineFacts({ receipt }: { receipt: BookingReceipt }) {
  const [isSaved, setIsSaved] = useState(false)
  const takesPlace = receipt.takes_place
  useEffect(() => {
    const saved = read()
    const isHere = saved.some(({ id }) => id === receipt.id)
    if (isHere) store(takesPlace ? withFacts(saved, factsOf(receipt)) : without(saved, receipt.id))
    setIsSaved(isHere && takesPlace)
  }, [receipt, takesPlace])

  function change() {
    store(isSaved ? without(read(), receipt.id) : withFacts(read(), factsOf(receipt)))
    setIsSaved(!isSaved)
  }
  if (!takesPlace || receipt.is_due) return null
  return (
    <>
      <button type="button" className="button neutral small" onClick={change}>
        {isSaved ? <Trash2 /> : <Download />}
        <span>{isSaved ? 'Von diesem Gerät entfernen' : 'Auf diesem Gerät speichern'}</span>
      </button>
      <p className="unseen" role="status">
        {isSaved ? 'Termin, Ort und Telefon des Anbieters bleiben auf diesem Gerät gespeichert, bis der Termin vorbei ist.' : ''}
      </p>
    </>
  )
}

const read = () => readFacts(storage()?.getItem(place) ?? null, berlinDay(new Date()))

function store(saved: readonly SavedFacts[]) {
  try {
    if (saved.length === 0) storage()?.removeItem(place)
    else storage()?.setItem(place, JSON.stringify(saved))
  } catch {
    // Storage is full: only the offline copy is missing.
  }
}

/** Returns undefined if the browser forbids storage: reading the property throws then. */
function storage() {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
