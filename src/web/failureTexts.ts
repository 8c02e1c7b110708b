/** The top-level failure screen (specification 2), whoever shows it: React, or the page itself when React never came. */
export const failureTexts = {
  title: 'Ein Fehler ist aufgetreten',
  text: 'Die Anwendung konnte nicht geladen werden. Möglicherweise liegt es an einer Browser-Inkompatibilität oder an Netzwerkproblemen.',
  reload: 'Seite neu laden',
  retry: 'Erneut versuchen',
} as const
