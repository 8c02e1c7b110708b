/** Passwords that satisfy the rules but are guessed first, in lower case. */
const commonPasswords = new Set(
  (
    'password1 password12 password123 passwort1 passwort12 passwort123 passw0rd passw0rt qwertz123 qwertz12 qwerty123 qwerty12 abcd1234 ' +
    'abc12345 abcdef12 asdf1234 test1234 hallo123 hallo1234 willkommen1 willkommen123 welcome1 welcome123 geheim123 schatz123 admin123 ' +
    'admin1234 letmein1 letmein123 iloveyou1 sommer2024 sommer2025 sommer2026 winter2024 winter2025 winter2026 deutschland1 berlin123 ' +
    'hamburg1 fussball1 fussball123 monkey123 dragon123 master123 superman1 batman123 michael1 thomas123 daniel123 schalke04 bayern123 ' +
    'a1234567 aa123456 1q2w3e4r 1qaz2wsx q1w2e3r4 changeme1 handschlag1 handschlag123'
  ).split(' '),
)

/** True for a password that is guessed first; punctuation at its end is ignored. */
export const isCommonPassword = (password: string) => commonPasswords.has(password.toLowerCase().replace(/[!?.*#$%&+-]+$/, ''))
