import { z } from 'zod'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readId } from '#src/platform/server/pages.ts'
import { readFigures } from './actions.ts'
import { taxFigures, taxYear, taxYearPage } from './figures.ts'
import { downloadReport, readTaxYear, writeReports } from './report/actions.ts'

export const taxesHttp = [
  endpoint({
    name: 'get-tax-report',
    isReading: true,
    allows: 'P2',
    summary: "The own company's figures of a year by quarter, as they will be reported to the tax office",
    body: z.object({ companyId: z.uuid(), year: taxYear }),
    answer: taxFigures,
    run: (app, { body: { year }, caller: { companyId } }) => readFigures(app, { companyId, year }),
  }),
  endpoint({
    name: 'admin-tax-year',
    isReading: true,
    allows: 'A2',
    summary: 'A year of the report to the tax office: how far it is, what is missing, what was written',
    body: z.object({ year: taxYear }),
    answer: taxYearPage,
    run: (app, { body: { year } }) => readTaxYear(app, year),
  }),
  act({
    name: 'admin-write-tax-report',
    allows: 'A2',
    summary: 'Writes the files of a year: new sellers, corrections, or that there is nothing to report. Sends nothing',
    body: z.object({ year: taxYear, withoutIncomplete: z.boolean().default(false) }),
    run: (app, { body, caller }) => writeReports(app, { ...body, caller }),
  }),
  resource({
    name: 'tax-report.xml',
    allows: 'A2',
    stepUpMinutes: 10,
    summary: 'A written file (`?reportId=`), with a code of the last ten minutes; recorded in the audit log',
    run: async (app, { query, caller }) => {
      const { text, name } = await downloadReport(app, { id: readId(query, 'reportId'), caller })
      const headers = {
        'content-type': 'application/xml',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      }
      return new Response(text, { headers })
    },
  }),
] as const
