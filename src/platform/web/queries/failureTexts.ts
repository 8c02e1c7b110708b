/** Texts of the failure screen (docs/spec.md#failure-screen), shown by React, or by the page itself if React never loaded. */
export const failureTexts = {
  title: 'Ein Fehler ist aufgetreten',
  text: 'Die Anwendung konnte nicht geladen werden. Möglicherweise liegt es an einer Browser-Inkompatibilität oder an Netzwerkproblemen.',
  reload: 'Seite neu laden',
  retry: 'Erneut versuchen',
} as const
