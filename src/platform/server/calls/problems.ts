import { problemsOf } from '#src/platform/kit/problems.ts'

/** Refusals of requests to any operation. */
export const requestProblems = problemsOf('request', {
  notJson: [422, 'Die Anfrage ist kein gültiges JSON.'],
  foreignOrigin: [403, 'Diese Anfrage kommt von einer fremden Seite.'],
  tooLarge: [413, 'Die Anfrage ist zu groß.'],
  noMultipart: [415, 'Hier werden keine Dateien angenommen.'],
  unknown: [404, 'Nicht gefunden'],
  connectionLost: [400, 'Die Anfrage ist unvollständig angekommen.'],
})
