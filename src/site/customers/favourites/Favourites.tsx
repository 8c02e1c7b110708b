import { useEffect, useSyncExternalStore } from 'react'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { useViewer } from '#src/platform/web/shell/site.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

/** localStorage key of a visitor's favourites; a sign-in moves them to the account. */
const place = 'favourites'
const most = 100
const none: readonly string[] = []

/** `turn` increases when they were loaded again, not when one is added or removed here. */
type Kept = { ids: readonly string[]; turn: number }
const unread: Kept = { ids: none, turn: 0 }
let kept = unread
/** Owner of the loaded favourites: the account's address, or '' for a visitor. */
let readFor: string | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function show(ids: readonly string[], turn = kept.turn) {
  kept = { ids, turn }
  for (const tell of listeners) tell()
}

/** Returns the ids of the favourite companies: the account's, or a visitor's in this browser only. */
export function useFavourites() {
  const viewer = useViewer()
  const owner = viewer?.email ?? ''
  const { ids, turn } = useSyncExternalStore(
    subscribe,
    () => kept,
    () => unread,
  )
  useEffect(() => {
    if (readFor === owner) return
    readFor = owner
    if (owner === '') return show(readStored(), kept.turn + 1)
    take(owner).catch(() => {
      // The next page retries.
      readFor = undefined
    })
  }, [owner])
  return { ids, turn, isSignedIn: owner !== '', change: (id: string, isFavourite: boolean) => change({ id, isFavourite, owner }) }
}

/** Moves the visitor's favourites to the account, and loads all of the account's. */
async function take(owner: string) {
  const stored = readStored()
  const { company_ids: ids } = await call('take-favourites', { companyIds: [...stored] })
  if (stored.length > 0) store(none)
  if (readFor === owner) show(ids, kept.turn + 1)
}

type Change = { id: string; isFavourite: boolean; owner: string }

/** Optimistic update; reverted if the server refuses. */
async function change({ id, isFavourite, owner }: Change) {
  const before = kept.ids
  const others = before.filter((one) => one !== id)
  show(isFavourite ? [id, ...others].slice(0, most) : others)
  if (owner === '') return saveLocally(isFavourite)
  try {
    await call('set-favourite', { companyId: id, isFavourite })
  } catch (error) {
    show(before)
    showToast({ kind: 'error', title: 'Nicht gespeichert', ...(error instanceof CallError ? { text: error.message } : {}) })
  }
}

function saveLocally(isFavourite: boolean) {
  store(kept.ids)
  if (isFavourite && kept.ids.length === 1)
    showToast({
      kind: 'info',
      title: 'In diesem Browser gemerkt',
      text: 'Sie finden Ihre Favoriten unter „Meine Buchungen“. Mit einem Konto haben Sie sie auf jedem Gerät.',
    })
}

/** The stored value may be invalid, and the browser may forbid storage. */
function readStored(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string' && uuid.test(one)).slice(0, most) : none
  } catch {
    return none
  }
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function store(ids: readonly string[]) {
  try {
    if (ids.length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(ids))
  } catch {
    // They are kept until the page is left.
  }
}
