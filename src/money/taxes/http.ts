import { z } from 'zod'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readId } from '#src/platform/server/pages.ts'
import { readFigures } from './actions.ts'
import { taxFigures, taxYear, taxYearPage } from './figures.ts'
import { downloadReport, readTaxYear, writeReports } from './report/actions.ts'

export const taxesHttp = [
  endpoint({
    name: 'get-tax-report',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's figures of a year by quarter, as they will be reported to the tax office.",
    body: z.object({ companyId: z.uuid(), year: taxYear }),
    answer: taxFigures,
    run: (app, { body: { year }, caller: { companyId } }) => readFigures(app, { companyId, year }),
  }),
  endpoint({
    name: 'admin-tax-year',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns the state of a year's report to the tax office: progress, missing data, written files.",
    body: z.object({ year: taxYear }),
    answer: taxYearPage,
    run: (app, { body: { year } }) => readTaxYear(app, year),
  }),
  command({
    name: 'admin-write-tax-report',
    allows: 'A2',
    summary: 'Writes the report files of a year (new sellers, corrections, or a nil report) and sends nothing.',
    body: z.object({ year: taxYear, withoutIncomplete: z.boolean().default(false) }),
    run: (app, { body, caller }) => writeReports(app, { ...body, caller }),
  }),
  resource({
    name: 'tax-report.xml',
    allows: 'A2',
    stepUpMinutes: 10,
    summary: 'Returns a written report file (query: `reportId`); needs a code of the last ten minutes and writes to the audit log.',
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
