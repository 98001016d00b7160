import { TextField, type TextFieldProps } from './text-field.tsx'

/** The title every record of the desk has: one line of German, 300 characters at most (the contract's limit). */
export function TitleField(props: Omit<TextFieldProps, 'label' | 'name'>) {
  return (
    <TextField label="Titel" name="title" lang="de" spellCheck required autoComplete="off" maxLength={300} {...props} />
  )
}
