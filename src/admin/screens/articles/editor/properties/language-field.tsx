import { languageInGerman, PROPOSED_LANGUAGES } from '../../../../../rules/languages.ts'
import { SelectOnDemand } from '../../../../ui/select-on-demand.tsx'

type Props = {
  value: string
  disabled?: boolean
  /** A row of the panel, or a field with its label above. */
  look?: 'row' | 'field'
  onChange: (lang: string) => void
}

/** The language of a text (RUL-100): the usual ones, and the one it has. */
export function LanguageField({ value, look = 'row', disabled = false, onChange }: Props) {
  const tags = [...new Set<string>([...PROPOSED_LANGUAGES, value])]
  return (
    <SelectOnDemand
      label="Sprache"
      look={look}
      value={value}
      disabled={disabled}
      onChange={onChange}
      choices={tags.map((tag) => ({ value: tag, label: languageInGerman(tag) }))}
      {...(look === 'row' && { className: '-mr-2' })}
    />
  )
}
