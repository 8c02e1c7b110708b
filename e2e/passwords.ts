/** What the people of the journeys sign in with, and what they change it to: a new rule of a password is kept here. */
export const password = 'Fensterputz7'
export const nextPassword = 'Dachrinne88'
