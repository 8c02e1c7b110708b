/*
 * Drafts of the other tabs of this browser. A draft stays in the session storage of its tab, because it is personal; another tab asks for
 * it over a BroadcastChannel and stores a copy, so that a booking begun in one tab continues in the next one.
 */

import { discardSavedDraft, type SavedDraft, saveDraft, savedDraftOf } from './savedDraft.ts'

const channelName = 'booking-drafts'

/** Milliseconds within which another tab answers. A frozen tab does not, and the form opens without its draft. */
const patience = 80

type Message =
  | { kind: 'asked'; companyId: string }
  | { kind: 'answered'; companyId: string; draft: SavedDraft }
  | { kind: 'ended'; companyId: string }

/** Undefined if the browser has no channels. */
const openChannel = () => (typeof BroadcastChannel === 'function' ? new BroadcastChannel(channelName) : undefined)

/**
 * Answers the other tabs while this page is shown, and calls `onEnded` once a draft was paid in another tab. An open channel can keep a page
 * out of the back/forward cache, so it is closed meanwhile. Returns the clean-up.
 */
export function shareDrafts(onEnded: (companyId: string) => void) {
  let channel: BroadcastChannel | undefined
  function receive({ data }: MessageEvent<Message>) {
    if (data.kind === 'ended') {
      discardSavedDraft(data.companyId)
      return onEnded(data.companyId)
    }
    const draft = data.kind === 'asked' ? savedDraftOf(data.companyId) : undefined
    if (draft) channel?.postMessage({ kind: 'answered', companyId: data.companyId, draft } satisfies Message)
  }
  function open() {
    channel ??= openChannel()
    if (channel) channel.onmessage = receive
  }
  function close() {
    channel?.close()
    channel = undefined
  }
  open()
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', open)
  return () => {
    close()
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', open)
  }
}

/** Copies the draft of another tab for the company into this one, unless this tab has its own. Returns true if it has one then. */
export async function borrowDraft(companyId: string): Promise<boolean> {
  if (savedDraftOf(companyId)) return true
  const channel = openChannel()
  if (!channel) return false
  const draft = await new Promise<SavedDraft | undefined>((done) => {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'answered' && data.companyId === companyId) done(data.draft)
    }
    setTimeout(() => done(undefined), patience)
    channel.postMessage({ kind: 'asked', companyId } satisfies Message)
  })
  channel.close()
  if (draft) saveDraft(companyId, draft)
  return draft !== undefined
}

/** Notifies the other tabs that the drafts for these companies were paid, so that they do not offer them again. */
export function reportPaid(companyIds: readonly string[]) {
  const channel = openChannel()
  for (const companyId of companyIds) channel?.postMessage({ kind: 'ended', companyId } satisfies Message)
  channel?.close()
}
