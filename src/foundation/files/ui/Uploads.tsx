import { useEffect, useReducer, useRef } from 'react'
import { call } from '#src/platform/web/queries/call.ts'
import type { UploadedFile } from '../rules.ts'
import { type Complaint, complaintAbout, sendFile } from './UploadRequest.tsx'

/** File that is being sent, stored or refused. `sent` is a share from 0 to 1. */
export type Upload = { key: string; name: string; bytes: number } & (
  | { state: 'sending'; file: File; sent: number }
  | { state: 'stored'; stored: UploadedFile }
  | { state: 'failed'; file: File; complaint: Complaint }
)

/**
 * Files of a form: adding starts their upload at once, which continues while the form shows another step. `max` limits the files that are
 * stored, under way or failed but retryable. `initial`: files stored earlier.
 */
export function useUploads({ initial, max }: { initial: readonly UploadedFile[]; max: number }) {
  const [state, dispatch] = useReducer(reduce, initial, startingState)
  const { send, stop } = useSending(dispatch)

  function add(files: readonly File[]) {
    const room = max - state.uploads.filter(takesRoom).length
    const fitting = files.filter((file) => complaintAbout(file) === undefined)
    const taken = files.filter((file) => !fitting.includes(file) || fitting.indexOf(file) < room)
    const uploads = taken.map(uploadOf)
    dispatch({ kind: 'added', uploads, isTooMany: taken.length < files.length })
    for (const upload of uploads) if (upload.state === 'sending') void send(upload.key, upload.file)
  }

  function retry(upload: Upload) {
    if (upload.state !== 'failed') return
    dispatch({ kind: 'retried', key: upload.key })
    void send(upload.key, upload.file)
  }

  function remove(upload: Upload) {
    stop(upload.key)
    dispatch({ kind: 'removed', key: upload.key })
    if (upload.state === 'stored') forget(upload.stored.id)
  }

  return {
    ...state,
    add,
    retry,
    remove,
    stored: state.uploads.flatMap((upload) => (upload.state === 'stored' ? [upload.stored] : [])),
    isSending: state.uploads.some((upload) => upload.state === 'sending'),
    failed: state.uploads.filter((upload) => upload.state === 'failed'),
  }
}
export type Uploads = ReturnType<typeof useUploads>

/**
 * Running uploads by their keys; all are aborted with the form. One at a time: the server identifies a browser by a cookie set with its
 * first response. Parallel first uploads would get different cookies, and no booking could take all the files.
 */
function useSending(dispatch: (change: Change) => void) {
  const running = useRef(new Map<string, AbortController>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => () => stopAll(running.current), [])

  async function send(key: string, file: File) {
    const stopper = new AbortController()
    running.current.set(key, stopper)
    const onProgress = (sent: number) => dispatch({ kind: 'progressed', key, sent })
    const turn = queue.current.then(() => sendFile(file, { signal: stopper.signal, onProgress }))
    queue.current = turn
    const answer = await turn
    if (!answer) return
    running.current.delete(key)
    if ('id' in answer) dispatch({ kind: 'stored', key, stored: answer })
    else dispatch({ kind: 'refused', key, complaint: answer })
  }

  function stop(key: string) {
    running.current.get(key)?.abort()
    running.current.delete(key)
  }
  return { send, stop }
}

/** Removes an unbound file. A failure is ignored, because the server sweeps unbound files anyway. */
export function forget(attachmentId: string) {
  void call('remove-booking-attachment', { attachmentId }).catch(() => undefined)
}

function stopAll(running: Map<string, AbortController>) {
  for (const stopper of running.values()) stopper.abort()
}

const takesRoom = (upload: Upload) => upload.state !== 'failed' || upload.complaint.canRetry

function uploadOf(file: File): Upload {
  const complaint = complaintAbout(file)
  const about = { key: newKey(), name: file.name, bytes: file.size, file }
  return complaint ? { ...about, state: 'failed', complaint } : { ...about, state: 'sending', sent: 0 }
}

let keys = 0
const newKey = () => `upload-${++keys}`

type State = { uploads: readonly Upload[]; isTooMany: boolean }
type Change =
  | { kind: 'added'; uploads: readonly Upload[]; isTooMany: boolean }
  | { kind: 'progressed'; key: string; sent: number }
  | { kind: 'stored'; key: string; stored: UploadedFile }
  | { kind: 'refused'; key: string; complaint: Complaint }
  | { kind: 'retried' | 'removed'; key: string }

const startingState = (initial: readonly UploadedFile[]): State => ({
  uploads: initial.map((stored) => ({ key: newKey(), name: stored.name, bytes: stored.bytes, state: 'stored', stored })),
  isTooMany: false,
})

function reduce(state: State, change: Change): State {
  if (change.kind === 'added') return { uploads: [...state.uploads, ...change.uploads], isTooMany: change.isTooMany }
  if (change.kind === 'removed') return { uploads: state.uploads.filter((upload) => upload.key !== change.key), isTooMany: false }
  return { ...state, uploads: state.uploads.map((upload) => (upload.key === change.key ? changed(upload, change) : upload)) }
}

function changed(upload: Upload, change: Exclude<Change, { kind: 'added' }>): Upload {
  const about = { key: upload.key, name: upload.name, bytes: upload.bytes }
  if (change.kind === 'stored') return { ...about, name: change.stored.name, state: 'stored', stored: change.stored }
  if (upload.state === 'stored') return upload
  if (change.kind === 'progressed') return { ...about, state: 'sending', file: upload.file, sent: change.sent }
  if (change.kind === 'refused') return { ...about, state: 'failed', file: upload.file, complaint: change.complaint }
  return { ...about, state: 'sending', file: upload.file, sent: 0 }
}
