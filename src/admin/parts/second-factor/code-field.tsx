import type { Ref } from 'react'
import { TextField, type FieldSize } from '../../ui/text-field.tsx'
import type { Way } from './ways.ts'
import { quoted } from '../../../rules/quoted.ts'

/** The field for a code: digits on a number pad for an app or SMS, text for a recovery code. */
export function CodeField({
  way,
  onChange,
  ...rest
}: {
  ref: Ref<HTMLInputElement>
  way: Way
  size: FieldSize
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}) {
  const digits = way.kind !== 'recovery'
  const name = 'name' in way && way.name !== '' ? ` ${quoted(way.name)}` : ''
  return (
    <TextField
      {...rest}
      label={
        way.kind === 'recovery'
          ? 'Wiederherstellungscode'
          : way.kind === 'phone'
            ? 'Code aus der SMS'
            : `Code aus Ihrer App${name}`
      }
      hint={digits ? 'Sechs Ziffern' : 'Jeder Code gilt einmal.'}
      name={digits ? 'code' : 'recovery_code'}
      onChange={(event) => onChange(event.target.value)}
      autoComplete={digits ? 'one-time-code' : 'off'}
      inputMode={digits ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={digits ? 12 : 40}
      required
    />
  )
}
