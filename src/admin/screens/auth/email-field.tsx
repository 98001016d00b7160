import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'

/** The address for signing in. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'name'>) {
  return (
    <TextField
      label="E-Mail"
      name="email"
      type="email"
      size={40}
      autoComplete="username webauthn"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={255}
      {...props}
    />
  )
}
