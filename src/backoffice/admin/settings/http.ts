import { z } from 'zod'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { readShownSettings, updateSettings } from './actions.ts'
import { settingsForm } from './fields.ts'
import { shownSettings } from './rules.ts'

/** The marketplace's settings. */
export const settingsHttp = [
  endpoint({
    name: 'admin-read-settings',
    isReading: true,
    allows: 'A2',
    summary: 'All settings, and the sign of their state',
    body: z.object({}),
    answer: shownSettings,
    run: readShownSettings,
  }),
  endpoint({
    name: 'admin-update-settings',
    allows: 'A2',
    summary: 'Saves the settings; `version` is the sign of the state they were read in, 409 when they were changed since',
    body: settingsForm.extend({ version: z.string() }),
    answer: shownSettings,
    run: (app, { body: { version, ...form }, caller }) => updateSettings(app, { form, version, caller }),
  }),
] as const
