import { useEffect, useRef, useState } from 'react'
import type { Complaint } from '#src/foundation/files/ui/UploadRequest.tsx'
import { sendBytes } from '#src/platform/web/forms/sendBytes.ts'
import { CallError } from '#src/platform/web/queries/call.ts'
import type { RunCall } from '#src/platform/web/queries/runCall.ts'
import {
  type CompanyImages,
  companyImages,
  complainAboutImage,
  type ImageKind,
  imageLimits,
  imagesPath,
  imageTexts,
  type LogoCrop,
} from './rules.ts'

type Sending = { companyId: string; kind: ImageKind; crop?: LogoCrop; onProgress: (share: number) => void }

/** Uploads a picture; the server re-encodes it and returns all pictures of the company. @throws {CallError} */
export async function sendImage(file: File, { companyId, kind, crop, onProgress }: Sending): Promise<CompanyImages> {
  const ending = file.type.split('/').at(-1)
  const answer = await sendBytes({
    path: `${imagesPath}${companyId}/${kind}/${Date.now()}.${ending}`,
    headers: { 'content-type': file.type, ...(crop ? { 'x-image-crop': JSON.stringify(crop) } : {}) },
    content: file,
    onProgress,
  })
  return companyImages.parse(answer)
}

/** A running upload, or the error of a failed one. `sent` is a share from 0 to 1. */
export type ImageUpload = { key: string; name: string; bytes: number } & (
  | { state: 'sending'; sent: number }
  | { state: 'failed'; complaint: Complaint; file: File }
)

/** `shown`: number of pictures in the gallery. */
type Uploading = { companyId: string; shown: number; runCall: RunCall; onStored: (images: CompanyImages) => void }

/** Uploads to the gallery one after the other: each response contains the present gallery, which decides if there is room for the next. */
export function useGalleryUploads({ companyId, shown, runCall, onStored }: Uploading) {
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([])
  const taken = useRef(shown)
  useEffect(() => {
    taken.current = shown
  }, [shown])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const change = (key: string, to: ImageUpload | undefined) =>
    setUploads((all) => all.flatMap((one) => (one.key === key ? (to ? [to] : []) : [one])))

  function send(key: string, file: File) {
    const about = { key, name: file.name, bytes: file.size }
    const onProgress = (sent: number) => change(key, { ...about, state: 'sending', sent })
    queue.current = queue.current.then(async () => {
      try {
        if (taken.current >= imageLimits.gallery) throw new CallError({ error: imageTexts.galleryFull }, 409)
        const images = await runCall(() => sendImage(file, { companyId, kind: 'gallery', onProgress }))
        taken.current = images.gallery_images.length
        change(key, undefined)
        onStored(images)
      } catch (error) {
        change(key, { ...about, state: 'failed', file, complaint: complaintOf(error) })
      }
    })
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => ({ file, upload: newUpload(file) }))
    setUploads((all) => [...all, ...added.map(({ upload }) => upload)])
    for (const { file, upload } of added) if (upload.state === 'sending') send(upload.key, file)
  }

  function retry(upload: ImageUpload) {
    if (upload.state !== 'failed') return
    change(upload.key, { key: upload.key, name: upload.name, bytes: upload.bytes, state: 'sending', sent: 0 })
    send(upload.key, upload.file)
  }
  return { uploads, add, retry, dismiss: (upload: ImageUpload) => change(upload.key, undefined) }
}
export type GalleryUploads = ReturnType<typeof useGalleryUploads>

let keys = 0

function newUpload(file: File): ImageUpload {
  keys += 1
  const about = { key: `image-${keys}`, name: file.name, bytes: file.size }
  const complaint = complainAboutImage(file)
  return complaint
    ? { ...about, state: 'failed', file, complaint: { ...complaint, canRetry: false } }
    : { ...about, state: 'sending', sent: 0 }
}

/** Error text of a failed upload: the file was refused, or the transfer failed. */
export function complaintOf(error: unknown): Complaint {
  const status = error instanceof CallError ? error.status : 500
  const text = error instanceof CallError ? error.message : ''
  if (status === 413 && text === imageTexts.tooLarge) return { title: text, text: imageTexts.tooLargeHelp, canRetry: false }
  if (status === 415 && text === imageTexts.wrongType) return { title: text, text: imageTexts.wrongTypeHelp, canRetry: false }
  return { title: imageTexts.uploadFailed, text, canRetry: ![413, 415, 422].includes(status) }
}
