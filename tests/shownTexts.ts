import type { Proof } from './texts.ts'

/** Issues that are built: none of their texts may be 'not yet'. */
export const doneIssues: number[] = []

/** Which test shows which texts, by id. One text has one proof; the test must hold the text itself, or name a constant that does. */
export const shownTexts: (Proof & { ids: string[] })[] = [
  {
    file: 'e2e/admin.spec.ts',
    test: 'password, code from the mail, shell, sign-out',
    ids: [
      '2.admin.admin',
      '2.admin.verwaltungsbereich',
      '5.code.bitteGebenSie',
      '8.adminGates.ungueltigerCodeOder',
      '8.adminGates.ungueltigeAnmeldedaten',
      '8.adminGates.fehlerBeimSendenDes',
      '8.adminGates.ungueltigerOderAbgelaufenerAdmin',
    ],
  },
  {
    file: 'e2e/admin.spec.ts',
    test: 'back, resend, and a used-up code that is replaced at once',
    ids: ['8.adminGates.rateLimitAktiv'],
  },
  {
    file: 'e2e/admin.spec.ts',
    test: 'a browser whose calls get no answer',
    ids: ['8.adminGates.fehlerBeiDer', '8.adminGates.fehlerBeimSenden'],
  },
  {
    file: 'src/admin/admin.test.ts',
    test: 'wrong codes: the fifth uses the code up, and the right one no longer opens',
    ids: ['8.adminGates.ungueltigerOderAbgelaufener'],
  },
  {
    file: 'src/admin/admin.test.ts',
    test: 'an empty password and a malformed code are refused with their texts',
    ids: ['8.adminGates.ungueltigerCode'],
  },
]
