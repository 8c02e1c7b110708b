import { expect, test } from 'vitest'
import { reasonText } from './results.ts'

const company = { companyName: 'Lindner', category: 'Handwerk', description: 'Tischlerarbeiten und Möbel nach Maß.' } as const

test.each([
  ['offered', 'Schreiner', '„Schreiner“ gehört zu seinem Angebot.'],
  ['mentioned', 'Möbeln', '„Möbeln“ kommt in seinem Profil vor.'],
  ['mentioned', 'Schreiner', '„Schreiner“ oder ein gleichbedeutendes Wort kommt in seinem Profil vor.'],
  ['part', 'Möbelhaus', 'Bestandteile von „Möbelhaus“ kommen in seinem Profil vor.'],
  ['service', 'Steckdose installieren', 'Er bietet an: Steckdose installieren.'],
  ['trade', 'Elektroinstallateur', 'Er ist vom Fach: Elektroinstallateur.'],
] as const)('%s: %s', (kind, word, text) => expect(reasonText({ word, kind, corrected: null }, company)).toBe(text))
