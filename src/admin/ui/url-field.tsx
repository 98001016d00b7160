import { TextField, type TextFieldProps } from './text-field.tsx'

/** The address of a page of the web: 2000 characters at most (the contract's limit). */
export function UrlField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'>) {
  return <TextField type="url" inputMode="url" autoComplete="off" placeholder="https://" maxLength={2000} {...props} />
}
