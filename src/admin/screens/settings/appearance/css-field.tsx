import type { RemovedCss } from '../../../../contract/appearance.ts'
import { MOST_CSS } from '../../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-field.tsx'

/** Custom CSS: rules that are not allowed are listed with their line and can all be removed. */
export function CssField(props: { value: string; removed: readonly RemovedCss[]; onChange: (css: string) => void }) {
  const { value, removed, onChange } = props
  return (
    <div>
      <TextArea
        label="Eigenes CSS"
        hint="Gilt nach allen Regeln der Website. Bilder nur aus der Mediathek, nichts von fremden Servern."
        rows={6}
        maxLength={MOST_CSS}
        spellCheck={false}
        autoComplete="off"
        className="[&_textarea]:font-code [&_textarea]:text-s"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {value.trim() !== '' && removed.length > 0 && (
        <output className="mt-2 block rounded-control border border-line bg-surface p-3 text-s">
          <span className="font-medium">Das wird nicht ausgeliefert:</span>
          <ul className="mt-1 grid gap-0.5 text-fg-2">
            {removed.map(({ line, what }) => (
              <li key={`${line} ${what}`}>
                Zeile {line}: {what}
              </li>
            ))}
          </ul>
        </output>
      )}
      {value !== '' && (
        <Button className="mt-2" onClick={() => onChange('')}>
          CSS zurücksetzen
        </Button>
      )}
    </div>
  )
}
