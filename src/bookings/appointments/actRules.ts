import { problemsOf } from '#src/kit/problems.ts'

export const appointmentProblems = problemsOf('appointments', {
  over: [409, 'Das ist für diesen Termin nicht mehr möglich.'],
})
