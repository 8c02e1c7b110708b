import { beforeEach, expect, test } from 'vitest'
import { closeWaiting, noteFailed, noteSucceeded, receiveToasts, showToast, type Toast, waitingToasts } from './toast.ts'

beforeEach(() => waitingToasts().forEach(closeWaiting))
const titles = () => waitingToasts().map(({ title }) => title)
const failed = (title: string): Toast => ({ kind: 'error', title })

test('an error disappears at once when the failed act succeeds, and no other error does', async () => {
  noteFailed('sign-in')
  showToast(failed('Anmeldung fehlgeschlagen'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  showToast(failed('Etwas anderes'))
  noteSucceeded('session')
  expect(titles()).toEqual(['Anmeldung fehlgeschlagen', 'Etwas anderes'])
  noteSucceeded('sign-in')
  expect(titles()).toEqual(['Etwas anderes'])
})

test('the receiver is told which errors are outdated', () => {
  const told: string[] = []
  const end = receiveToasts({ show: ({ title, about }) => told.push(`${title} (${about})`), withdraw: (about) => told.push(`- ${about}`) })
  noteFailed('sign-in')
  showToast(failed('Anmeldung fehlgeschlagen'))
  showToast({ kind: 'success', title: 'Gespeichert' })
  noteSucceeded('sign-in')
  end()
  expect(told).toEqual(['Anmeldung fehlgeschlagen (sign-in)', 'Gespeichert (undefined)', '- sign-in'])
})
