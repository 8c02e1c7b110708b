import { beforeEach, expect, test } from 'vitest'
import { closeToast, noteFailed, noteSucceeded, onToasts, openToasts, showToast, type Toast } from './toast.ts'

beforeEach(() => {
  for (const { id } of openToasts()) closeToast(id)
})
const titles = () => openToasts().map(({ title }) => title)
const failed = (title: string): Toast => ({ kind: 'error', title })

test('an error disappears at once when the failed act succeeds, and no other error does', async () => {
  noteFailed('sign-in')
  showToast(failed('Anmeldung fehlgeschlagen'))
  showToast({ kind: 'success', title: 'Gespeichert' })
  await new Promise((resolve) => setTimeout(resolve, 5))
  showToast(failed('Etwas anderes'))
  noteSucceeded('session')
  expect(titles()).toEqual(['Anmeldung fehlgeschlagen', 'Gespeichert', 'Etwas anderes'])
  noteSucceeded('sign-in')
  expect(titles()).toEqual(['Gespeichert', 'Etwas anderes'])
})

test('listeners are called after every change until they stop', () => {
  const seen: number[] = []
  const stop = onToasts(() => seen.push(openToasts().length))
  noteFailed('sign-in')
  showToast(failed('Anmeldung fehlgeschlagen'))
  noteSucceeded('session')
  noteSucceeded('sign-in')
  stop()
  showToast({ kind: 'success', title: 'Gespeichert' })
  expect(seen).toEqual([1, 0])
})
