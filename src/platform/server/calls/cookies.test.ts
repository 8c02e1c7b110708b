import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { invalidateRecentSettings, writeSettings } from '../settings.ts'
import { cookieLine, framedCookieLine, readCookie } from './cookies.ts'

const { app } = await openTestApp()
const onHttps = { ...app, config: { ...app.config, publicUrl: 'https://markt.example' } }
const value = 'a'.repeat(43)
const cookie = { name: 'session', value, maxAgeSeconds: 60 }

test('a cookie is ours alone and is read back; an empty value deletes it', () => {
  expect(cookieLine(app, cookie)).toBe(`session=${value}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`)
  expect(cookieLine(onHttps, cookie)).toBe(`__Host-session=${value}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`)
  expect(cookieLine(app, { ...cookie, value: '' })).toBe('session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  expect(readCookie(onHttps, `x=1; __Host-session=${value}`, 'session')).toBe(value)
  expect(readCookie(onHttps, `session=${value}`, 'session')).toBeUndefined()
})

test('inside a frame the cookie works only where an origin may embed us, on https', async () => {
  expect(await framedCookieLine(onHttps, cookie)).toContain('Secure; SameSite=Lax')
  await app.db.transaction().execute((tx) => writeSettings(tx, { embeddingOrigins: ['https://partner.example'] }, app.now()))
  invalidateRecentSettings(app)
  expect(await framedCookieLine(onHttps, cookie)).toContain('Secure; SameSite=None; Partitioned')
  expect(await framedCookieLine(app, cookie)).toContain('HttpOnly; SameSite=Lax')
})
