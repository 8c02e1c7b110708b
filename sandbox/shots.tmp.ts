process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
const { default: chromium } = await import('@sparticuz/chromium')
const { chromium: pw } = await import('@playwright/test')
import { openWorld } from './testWorld.ts'
import { openInbox } from './inbox.ts'
import nodemailer from 'nodemailer'
import axeSource from 'axe-core'
const world = await openWorld()
const inbox = await openInbox({ smtpPort: 0, pagePort: 0 })
const browser = await pw.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
const problems: string[] = []
const shoot = async (name: string, prepare: (p: any) => Promise<void>, sizes = [320, 390, 1280]) => {
  for (const scheme of ['light', 'dark'] as const) for (const width of sizes) {
    const ctx = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: scheme, bypassCSP: false })
    const p = await ctx.newPage()
    p.on('console', (m: any) => { if (m.type() === 'error') problems.push(`${name} ${m.text()}`) })
    await prepare(p)
    const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) problems.push(`${name} ${width} overflow ${over}`)
    if ((scheme === 'light' && width !== 390) || (scheme === 'dark' && width === 390)) await p.screenshot({ path: `/tmp/shots/${name}-${width}-${scheme}.png`, fullPage: true })
    const r: any = await p.evaluate(`(() => { ${axeSource.source}; return axe.run() })()`).catch((e: any) => ({ violations: [{ id: e.message, nodes: [] }] }))
    for (const v of r.violations) problems.push(`${name} ${width} ${scheme} axe ${v.id} ${v.nodes.map((n: any) => n.target + ' ' + (n.failureSummary ?? '')).join(';').slice(0, 300)}`)
    await ctx.close()
  }
}
const fill = async (p: any, number: string) => {
  await p.getByLabel('Kartennummer').fill(number); await p.getByLabel('Gültig bis').fill('12/30'); await p.getByLabel('Prüfnummer (CVC)').fill('123'); await p.getByLabel('Name auf der Karte').fill('Katrin Bergmann')
  await p.getByRole('button', { name: 'Bezahlen' }).click()
}
const s = await world.createSession()
await shoot('form', async (p) => { await p.goto(s.url); await p.getByText('Testkarten anzeigen').click() })
await shoot('error', async (p) => { await p.goto(s.url); await fill(p, '4000 0000 0000 0002'); await p.getByText('Ihre Karte wurde abgelehnt.').waitFor(); problems.push('focused: ' + await p.evaluate(() => document.activeElement?.id)) }, [320, 1280])
await shoot('confirm', async (p) => { await p.goto(s.url); await fill(p, '4000 0025 0000 3155'); await p.getByRole('heading', { name: 'Zahlung bestätigen' }).waitFor() }, [390, 1280])
const s2 = await world.createSession(); await world.control('pay', { session: s2.id }); 
await shoot('paid', async (p) => { await p.goto(`${world.url}/c/pay/${s2.id}`) }, [320])
await shoot('inbox-empty', async (p) => { await p.goto(inbox.pageUrl) }, [320, 1280])
const t = nodemailer.createTransport(inbox.smtpUrl)
for (const [to, subject] of [['katrin.bergmann@kunde.example', 'Ihre Buchung bei Glanzwerk Altona Gebäudereinigung GmbH ist bestätigt'], ['buero@glanzwerk-altona.example', 'Neue Buchung am 03.12.2026, 07:30 Uhr']] as const) await t.sendMail({ from: 'Handschlag <post@handschlag.example>', to, subject, text: `Guten Tag,\n\nIhr Termin steht. https://handschlag.example/buchung?id=1\n`, html: `<body style="font-family:Arial;padding:24px"><h1>${subject}</h1><p>Ihr Termin steht. <a href="http://127.0.0.1:9/x">Zur Buchung</a></p></body>`, messageId: `<b-${to}>` })
await shoot('inbox', async (p) => { await p.goto(inbox.pageUrl) })
await shoot('mail', async (p) => { await p.goto(inbox.pageUrl); await p.getByRole('link', { name: /Ihre Buchung/ }).click(); await p.getByText('Kopfzeilen').click(); await p.waitForTimeout(200) }, [320, 1280])
// pay through: form action redirect allowed? serve a success page
const { createServer } = await import('node:http')
const ok = createServer((_q, r) => r.end('<title>ok</title>angekommen')).listen(0, '127.0.0.1'); await new Promise((r) => ok.once('listening', r))
const port = (ok.address() as any).port
const s3 = await world.createSession({ success_url: `http://127.0.0.1:${port}/ok?s={CHECKOUT_SESSION_ID}`, cancel_url: `http://localhost:${port}/no` })
const p = await browser.newPage({ javaScriptEnabled: false }); await p.goto(s3.url ?? ''); await p.getByRole('button', { name: 'Abbrechen' }).click(); await p.waitForURL(/\/no/); await p.goto(s3.url ?? '')
await p.getByLabel('Kartennummer').fill('4242 4242 4242 4242'); await p.getByLabel('Gültig bis').fill('12/30'); await p.getByLabel('Prüfnummer (CVC)').fill('123'); await p.getByLabel('Name auf der Karte').fill('K'); await p.getByLabel('Name auf der Karte').press('Enter'); await p.waitForTimeout(500)
console.log('after Enter:', p.url())
// mail link popup; list reloads itself
const q = await browser.newPage(); await q.goto(inbox.pageUrl); await t.sendMail({ from: 'a@b.de', to: 'c@d.de', subject: 'kommt von selbst', text: 'x' }); await q.getByText('kommt von selbst').waitFor({ timeout: 5000 })
await q.getByRole('link', { name: /Neue Buchung/ }).click(); const [pop] = await Promise.all([q.waitForEvent('popup'), q.frameLocator('iframe').getByRole('link').click()]); console.log('popup', pop.url())
console.log(problems.join('\n'))
await browser.close(); ok.close(); ok.closeAllConnections(); await inbox.close(); await world.close()
