import type { AppearanceRecord } from '../../../../contract/appearance.ts'
import { ACCENTS, OWN_ACCENT } from '../../../../rules/accent.ts'
import { TextField } from '../../../ui/text-field.tsx'

type Shown = AppearanceRecord['accent_shown']

const COLORS = [{ name: 'Indigo (Voreinstellung)', color: null }, ...ACCENTS]

/** Whether a typed accent colour is valid. */
export function isWholeColor(color: string | null): boolean {
  return color === null || /^#[\da-f]{6}$/i.test(color)
}

/** The accent colour: a preset, or any, kept as typed. Shows the colour adjusted for contrast in both appearances. */
export function AccentField(props: { value: string | null; shown: Shown; onChange: (color: string | null) => void }) {
  const { value, shown, onChange } = props
  const isWhole = isWholeColor(value)
  const color = (isWhole && value) || OWN_ACCENT
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-s text-fg-2">Akzentfarbe</legend>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="flex flex-wrap gap-0.5 md:gap-1 md:pb-0.5">
          {COLORS.map((choice) => (
            <button
              key={choice.name}
              type="button"
              aria-label={choice.name}
              title={choice.name}
              aria-pressed={(value?.toLowerCase() ?? null) === choice.color}
              onClick={() => onChange(choice.color)}
              className="grid size-11 place-items-center rounded-full outline-offset-[-2px] aria-pressed:outline-2 aria-pressed:outline-fg md:size-8"
            >
              <span className="size-5 rounded-full" style={{ background: choice.color ?? OWN_ACCENT }} />
            </button>
          ))}
        </div>
        <TextField
          label="Eigene Farbe"
          className="w-40"
          placeholder={ACCENTS[1].color}
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          value={value ?? ''}
          error={isWhole ? undefined : `Wie ${ACCENTS[1].color}`}
          trailing={<span className="size-4 flex-none rounded-full" style={{ background: color }} />}
          onChange={({ target }) => onChange(target.value.trim() || null)}
        />
      </div>
      <output className="mt-2 grid gap-0.5 text-s text-fg-2 tabular-nums">
        <Reached where="Dunkel" accent={shown.dark} pulled="aufgehellt" />
        <Reached where="Hell" accent={shown.light} pulled="nachgedunkelt" />
        <span>Auf Dunkel und Hell gut lesbar</span>
      </output>
    </fieldset>
  )
}

function Reached({ where, accent, pulled }: { where: string; accent: Shown['dark']; pulled: string }) {
  return (
    <span className="flex items-start gap-x-2">
      <span className="mt-1 size-3 flex-none rounded-full" style={{ background: accent.color }} />
      <span>
        {where}: {accent.pulled ? `${pulled} auf ${accent.color}` : 'wie gewählt'}
      </span>
    </span>
  )
}
