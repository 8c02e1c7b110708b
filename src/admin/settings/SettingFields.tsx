import type { InputHTMLAttributes } from 'react'
import { Field } from '#src/web/forms/Field.tsx'
import type { SettingName } from './form.ts'
import { settingLabels } from './rules.ts'
import type { SettingsFormState } from './SettingsForm.tsx'

type SettingProps = { form: SettingsFormState; name: SettingName; hint?: string }

export const TextSetting = ({ form, name, hint, input }: SettingProps & { input?: InputHTMLAttributes<HTMLInputElement> }) => (
  <Field id={form.idOf(name)} label={settingLabels[name]} error={form.errors[name]} hint={hint}>
    {(control) => <input {...control} {...input} name={name} {...form.input(name)} />}
  </Field>
)

export const ChoiceSetting = ({ form, name, hint, words }: SettingProps & { words: Readonly<Record<string, string>> }) => (
  <Field id={form.idOf(name)} label={settingLabels[name]} error={form.errors[name]} hint={hint}>
    {(control) => (
      <select {...control} name={name} value={form.values[name]} onChange={(event) => form.type(name, event.target.value)}>
        {Object.entries(words).map(([word, label]) => (
          <option key={word} value={word}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
)

export const LinesSetting = ({ form, name, hint }: SettingProps) => (
  <Field id={form.idOf(name)} label={settingLabels[name]} error={form.errors[name]} hint={hint} full>
    {(control) => (
      <textarea
        {...control}
        name={name}
        rows={3}
        spellCheck={false}
        value={form.values[name]}
        onChange={(event) => form.type(name, event.target.value)}
      />
    )}
  </Field>
)
