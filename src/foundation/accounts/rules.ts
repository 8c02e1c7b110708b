import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { isEmail, typedTexts, writtenEmail } from '#src/platform/kit/typed.ts'

/** Lengths in characters (docs/spec.md#passwords and #email-length). */
export const accountLimits = {
  email: 254,
  password: { signInMin: 6, min: 8, max: 100 },
  failuresBeforeLock: 5,
  lockMinutes: 15,
  codeDigits: 6,
} as const

/** Lifetimes (docs/spec.md#lifetimes), in the unit of the name. */
export const lifetimes = {
  confirmHours: 24,
  resetMinutes: 60,
  /** From the opened reset link to the new password. */
  recoveryGrantMinutes: 15,
  /** For 'Weiter als …' in a browser that did not request the link. */
  continueMinutes: 10,
  sessionDays: 30,
  sessionIdleDays: 7,
  codeMinutes: 10,
  /** Days for which a device that signed in has its own count of failures. */
  knownDeviceDays: 180,
} as const

/** Limits of one-time codes (docs/spec.md#codes): tries per code, failures an hour per subject over all its codes, sends in ten minutes. */
export const codeLimits = { tries: 5, failuresPerHour: 15, sends: { max: 5, windowSeconds: 600 } } as const

/** Rate limits (docs/spec.md#limits): mails per address, calls per client address, contact data per person. */
export const accountRates = {
  mailsPerHour: { max: 3, windowSeconds: 3_600 },
  mailsPerMinute: { max: 1, windowSeconds: 60 },
  signInPerIp: { max: 60, windowSeconds: 900 },
  mailPerIp: { max: 30, windowSeconds: 3_600 },
  tokenPerIp: { max: 60, windowSeconds: 900 },
  contactPerPerson: { max: 30, windowSeconds: 3_600 },
} as const

/** Texts of the mail limits, shown before the waiting time on every screen that sends mails. */
export const mailLimitTexts = {
  perMinute: 'An dieselbe Adresse senden wir höchstens eine E-Mail in der Minute.',
  perHour: (max: number) => `An dieselbe Adresse senden wir höchstens ${max} E-Mails in der Stunde.`,
  perDay: (max: number) => `An dieselbe Adresse senden wir höchstens ${max} solche E-Mails am Tag.`,
  perIp: 'Von Ihrem Internetanschluss wurden zu viele E-Mails angefordert.',
  codes: `Wir senden höchstens ${codeLimits.sends.max} Codes in ${codeLimits.sends.windowSeconds / 60} Minuten.`,
} as const

/** Limits per address, known or not: one mail a minute and three an hour (docs/spec.md#limits). */
export const mailedAddressLimits = (email: string) => [
  { name: 'mail:minute', key: email, ...accountRates.mailsPerMinute, says: mailLimitTexts.perMinute },
  { name: 'mail:hour', key: email, ...accountRates.mailsPerHour, says: mailLimitTexts.perHour(accountRates.mailsPerHour.max) },
]

/** Confirmation mails a day to an address that was typed into a form. */
const questionsADay = 10

/**
 * Daily limit of mails that strangers together can send to an address by typing it into forms. A session of the address needs no
 * confirmation, so it gets no such mail (docs/spec.md#typed-address).
 */
export const typedAddressLimit = (email: string) => ({
  name: 'typed-address',
  key: email,
  max: questionsADay,
  windowSeconds: 86_400,
  says: mailLimitTexts.perDay(questionsADay),
})

/** Delays of the screens in milliseconds (docs/spec.md#waiting-times). */
export const redirectDelays = { afterSignIn: 1_000, afterConfirm: 1_500, afterReset: 800 } as const

/** Whole minutes until a lock ends, never 0. */
export const minutesUntil = (until: Date, now: Date) => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000))

/** Error texts of `auth/v1`; each screen replaces them by code (the maps below). `locked` contains its minutes. */
export const accountTexts = {
  locked: (minutes: number) => `Konto gesperrt. Versuchen Sie es in ${minutes} Minuten erneut.`,
  lockedNow: 'Zu viele fehlgeschlagene Anmeldeversuche. Konto für 15 Minuten gesperrt.',
  newPassword: 'Passwort muss mindestens 8 Zeichen lang sein und Groß-, Kleinbuchstaben sowie eine Zahl enthalten',
  passwordTooCommon: 'Passwort entspricht nicht den Sicherheitsanforderungen',
  linkInvalid: 'Bestätigungslink ist ungültig oder abgelaufen',
} as const

export const accountProblems = problemsOf('accounts', {
  invalidCredentials: [401, 'Ungültige E-Mail oder Passwort'],
  emailNotConfirmed: [403, 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse'],
  emailExists: [409, 'Diese E-Mail-Adresse ist bereits registriert. Bitte melden Sie sich an.'],
  passwordTooCommon: [422, accountTexts.passwordTooCommon],
  wrongPassword: [403, 'Das aktuelle Passwort ist falsch.'],
  linkInvalid: [401, accountTexts.linkInvalid],
  noRecovery: [401, 'Keine gültige Wiederherstellungssitzung gefunden. Bitte öffnen Sie den Link aus der E‑Mail erneut.'],
  redirectForeign: [422, 'Diese Weiterleitung ist nicht erlaubt.'],
  sessionUnknown: [404, 'Diese Sitzung gibt es nicht mehr.'],
})

/** Texts of the login dialog on the home page (docs/spec.md#login-dialog), to the letter. */
export const loginDialogTexts = {
  emailMissing: 'E-Mail ist erforderlich',
  emailInvalid: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  passwordMissing: 'Passwort ist erforderlich',
  newPassword: accountTexts.newPassword,
  signInPassword: 'Passwort muss mindestens 6 Zeichen lang sein',
  invalidCredentials: 'Ungültige E-Mail oder Passwort',
  emailNotConfirmed: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse',
  signInFailed: 'Anmeldung fehlgeschlagen. Bitte versuchen Sie es erneut.',
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
  signedIn: 'Erfolgreich angemeldet',
  emailExists: 'Ein Benutzer mit dieser E-Mail-Adresse existiert bereits',
  passwordTooCommon: accountTexts.passwordTooCommon,
  signUpFailed: 'Registrierung fehlgeschlagen. Bitte versuchen Sie es erneut.',
  signedUp: 'Registrierung erfolgreich',
  signedUpDetail: 'Bitte prüfen Sie Ihre E-Mails und klicken Sie auf den Bestätigungslink.',
  resendFailed: 'Bestätigungs-E-Mail konnte nicht gesendet werden',
  recoverFailed: 'Passwort-Zurücksetzen konnte nicht gestartet werden',
  confirmed: 'E-Mail bestätigt',
} as const

/** Texts of /auth (docs/spec.md#auth-page), to the letter. */
export const authTexts = {
  tagline: 'Ihr Partner für professionelle Dienstleistungen',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  resend: 'Bestätigungslink erneut senden',
  forgot: 'Passwort vergessen?',
  notConfirmedYet: 'E-Mail noch nicht bestätigt?',
  terms: 'Mit der Registrierung stimmen Sie unseren Nutzungsbedingungen zu.',
  emailInvalid: typedTexts.email,
  emailTooLong: 'E-Mail zu lang',
  passwordTooShort: 'Passwort muss mindestens 6 Zeichen haben',
  passwordTooLong: 'Passwort zu lang',
  emailNeeded: 'E-Mail-Adresse erforderlich',
  emailNeededDetail: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
  emailNotConfirmed: { title: 'E-Mail noch nicht bestätigt', text: 'Bitte bestätigen Sie Ihre E-Mail-Adresse.' },
  signInFailed: { title: 'Anmeldung fehlgeschlagen', text: 'E-Mail oder Passwort ist falsch.' },
  unexpected: { title: 'Fehler', text: 'Ein unerwarteter Fehler ist aufgetreten.' },
  signedIn: 'Anmeldung erfolgreich',
  emailExists: {
    title: 'E-Mail bereits registriert',
    text: 'Diese E-Mail-Adresse ist bereits registriert. Bitte melden Sie sich an.',
  },
  signUpFailed: 'Registrierung fehlgeschlagen',
  signedUp: {
    title: 'Registrierung erfolgreich',
    text: 'Bitte prüfen Sie Ihre E-Mails und klicken Sie auf den Bestätigungslink.',
  },
  resendFailed: 'Der Bestätigungslink konnte nicht gesendet werden.',
  resent: { title: 'E-Mail gesendet', text: 'Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.' },
  recoverFailed: 'Passwort-Zurücksetzen konnte nicht gestartet werden.',
  recoverStarted: 'Bitte prüfen Sie Ihre E-Mails, um ein neues Passwort zu setzen.',
} as const

/** Texts of /auth/confirm (docs/spec.md#confirm-page), to the letter. */
export const confirmTexts = {
  title: 'E-Mail-Bestätigung',
  nothingGiven: accountTexts.linkInvalid,
  failed: 'E-Mail-Bestätigung fehlgeschlagen',
  confirmed: 'E-Mail bestätigt',
  send: 'Senden',
  toLogin: 'Zum Login',
  emailNeeded: 'E-Mail erforderlich',
  emailNeededDetail: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
  resendFailed: 'Der Bestätigungslink konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.',
  resent: { title: 'E-Mail gesendet', text: 'Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.' },
  ask: 'Bitte bestätigen Sie Ihre E-Mail-Adresse mit einem Klick. Haben Sie kein Konto angelegt, schließen Sie diese Seite einfach.',
  confirm: 'E-Mail-Adresse bestätigen',
  /** Button for a browser that did not sign up (docs/spec.md#sign-up-owner). */
  continueAs: (email: string) => `Weiter als ${email}`,
} as const

/** Texts of /auth/reset (docs/spec.md#reset-page), to the letter: '…' and non-breaking hyphens. */
export const resetTexts = {
  title: 'Passwort zurücksetzen',
  ask: 'Mit diesem Link legen Sie ein neues Passwort für Ihr Konto fest.',
  open: 'Weiter zum neuen Passwort',
  checking: 'Überprüfe Link…',
  reload: 'Seite neu laden',
  password: 'Neues Passwort',
  repeat: 'Passwort bestätigen',
  save: 'Passwort speichern',
  updating: 'Aktualisiere…',
  done: 'Passwort aktualisiert. Weiterleitung zum Dashboard…',
  different: 'Passwörter stimmen nicht überein',
  newPassword: 'Passwort: min. 8 Zeichen, Groß‑, Kleinbuchstabe und Zahl erforderlich',
  noSession: 'Keine gültige Wiederherstellungssitzung gefunden. Bitte öffnen Sie den Link aus der E‑Mail erneut.',
  recoveryFailed: 'Wiederherstellung fehlgeschlagen. Bitte Link erneut öffnen.',
  updateFailed: 'Aktualisierung fehlgeschlagen',
} as const

/** Normalises a typed address: without characters added by copying, lower case (docs/spec.md#email-length). */
export const normaliseEmail = writtenEmail

/** Schema of an address with a screen's own texts; the output is trimmed and in lower case. */
const emailWith = ({ missing, invalid, tooLong }: { missing: string; invalid: string; tooLong: string }) =>
  z
    .string({ error: missing })
    .transform(normaliseEmail)
    .pipe(
      z.string().min(1, { error: missing, abort: true }).max(accountLimits.email, { error: tooLong, abort: true }).refine(isEmail, invalid),
    )

/** Rules of a new password (docs/spec.md#passwords), one line each under its field; the texts above say the same in a sentence. */
export const passwordRules: { label: string; isMet: (password: string) => boolean }[] = [
  { label: `${accountLimits.password.min} Zeichen oder mehr`, isMet: (password) => password.length >= accountLimits.password.min },
  { label: 'ein Großbuchstabe', isMet: (password) => /\p{Lu}/u.test(password) },
  { label: 'ein Kleinbuchstabe', isMet: (password) => /\p{Ll}/u.test(password) },
  { label: 'eine Zahl', isMet: (password) => /\d/.test(password) },
]
export const isStrongPassword = (password: string) => passwordRules.every(({ isMet }) => isMet(password))

const newPasswordWith = (weak: string, tooLong: string = authTexts.passwordTooLong) =>
  z.string({ error: weak }).max(accountLimits.password.max, { error: tooLong, abort: true }).refine(isStrongPassword, weak)

/** Schemas of the server: addresses trimmed and in lower case, every new password strong. */
export const emailField = emailWith({
  missing: loginDialogTexts.emailMissing,
  invalid: authTexts.emailInvalid,
  tooLong: authTexts.emailTooLong,
})
export const newPasswordField = newPasswordWith(accountTexts.newPassword)
/** Password that is only compared: accepts any that may once have been set. */
export const knownPasswordField = z
  .string({ error: loginDialogTexts.passwordMissing })
  .min(1, loginDialogTexts.passwordMissing)
  .max(accountLimits.password.max, authTexts.passwordTooLong)

const dialogEmail = emailWith({
  missing: loginDialogTexts.emailMissing,
  invalid: loginDialogTexts.emailInvalid,
  tooLong: loginDialogTexts.emailInvalid,
})
const dialogPassword = z.string().min(1, { error: loginDialogTexts.passwordMissing, abort: true })

/** The two forms of the login dialog (docs/spec.md#login-dialog). */
export const dialogSignIn = z.object({
  email: dialogEmail,
  password: dialogPassword
    .min(accountLimits.password.signInMin, loginDialogTexts.signInPassword)
    .max(accountLimits.password.max, authTexts.passwordTooLong),
})
export const dialogSignUp = z.object({
  email: dialogEmail,
  password: dialogPassword.pipe(newPasswordWith(loginDialogTexts.newPassword)),
})

const pageEmail = emailWith({ missing: authTexts.emailInvalid, invalid: authTexts.emailInvalid, tooLong: authTexts.emailTooLong })
const pagePassword = z
  .string()
  .min(accountLimits.password.signInMin, { error: authTexts.passwordTooShort, abort: true })
  .max(accountLimits.password.max, { error: authTexts.passwordTooLong, abort: true })

/** The forms of /auth: own text below 6 characters, the 8-character text for 6, 7 or missing classes (docs/spec.md#passwords). */
export const pageSignIn = z.object({ email: pageEmail, password: pagePassword })
export const pageSignUp = z.object({ email: pageEmail, password: pagePassword.refine(isStrongPassword, accountTexts.newPassword) })

/** Forms on /auth/confirm for a browser that did not sign up: the account's password, or a new one. */
export const proofForms = { known: z.object({ password: knownPasswordField }), fresh: z.object({ password: newPasswordField }) } as const

/** Form with an address only: resend and recovery on /auth, the new link on /auth/confirm. */
export const pageEmailOnly = z.object({
  email: emailWith({ missing: authTexts.emailNeeded, invalid: authTexts.emailInvalid, tooLong: authTexts.emailTooLong }),
})

/** Both entries of a new password (docs/spec.md#reset-page): equality is checked before strength. */
export const resetForm = z
  .object({ password: z.string(), repeat: z.string() })
  .refine(({ password, repeat }) => password === repeat, { error: resetTexts.different, path: ['repeat'], abort: true })
  .pipe(z.object({ password: newPasswordWith(resetTexts.newPassword), repeat: z.string() }))

/** Link types as mails and old links name them; all that confirm an address are one kind (docs/spec.md#confirm-page). */
export const linkTypes = ['signup', 'invite', 'email', 'magiclink', 'email_change', 'recovery'] as const
export type LinkType = (typeof linkTypes)[number]
export const kindOfLink = (type: LinkType) => (type === 'recovery' ? 'recovery' : 'signup')

/** Order in which /auth/confirm tries the types of a link without a type. */
export const fallbackTypes = ['signup', 'email', 'magiclink', 'recovery', 'email_change'] as const satisfies readonly LinkType[]

/** Pages that a sign-up may return to, even by the mailed link. All others are refused: opening such a page must change nothing. */
export const returnField = z
  .string()
  .max(200)
  .regex(/^\/(?:provider-signup|konto|dashboard|service\/[\w-]+)$/)

/** Pages of mailed links. */
export const linkPages = { signup: '/auth/confirm', recovery: '/auth/reset' } as const
