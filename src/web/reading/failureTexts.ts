/** The top-level failure screen (docs/spec.md#failure-screen), whoever shows it: React, or the page itself when React never came. */
export const failureTexts = {
  title: 'Ein Fehler ist aufgetreten',
  text: 'Die Anwendung konnte nicht geladen werden. Möglicherweise liegt es an einer Browser-Inkompatibilität oder an Netzwerkproblemen.',
  reload: 'Seite neu laden',
  retry: 'Erneut versuchen',
} as const
