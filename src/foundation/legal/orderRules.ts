/** Sentence directly above every order button (BGB § 312j, 3). */
export const orderNotice = 'Mit dem Klick bestellen Sie zahlungspflichtig.'
