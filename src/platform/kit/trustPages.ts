/** Pages that explain what the marketplace checks and what happens in a bad case, linked beside badges and booking buttons. */
export const verifiedPage = { path: '/verifiziert', title: 'Was heißt „Verifiziert“?' } as const
export const troublePage = { path: '/wenn-etwas-schiefgeht', title: 'Wenn etwas schiefgeht' } as const
