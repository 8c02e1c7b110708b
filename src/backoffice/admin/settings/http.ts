import { z } from 'zod'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { readSettingsView, updateSettings } from './actions.ts'
import { settingsForm } from './fields.ts'
import { settingsView } from './rules.ts'

/** The marketplace's settings. */
export const settingsHttp = [
  endpoint({
    name: 'admin-read-settings',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns all settings and their version.',
    body: z.object({}),
    answer: settingsView,
    run: readSettingsView,
  }),
  endpoint({
    name: 'admin-update-settings',
    allows: 'A2',
    summary: 'Saves the settings; answers 409 if they have changed since the given `version`.',
    body: settingsForm.extend({ version: z.string() }),
    answer: settingsView,
    run: (app, { body: { version, ...form }, caller }) => updateSettings(app, { form, version, caller }),
  }),
] as const
