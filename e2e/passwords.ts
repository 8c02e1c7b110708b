/** Passwords of the e2e tests, first and changed: adapt them here to a new password rule. */
export const password = 'Fensterputz7'
export const nextPassword = 'Dachrinne88'
